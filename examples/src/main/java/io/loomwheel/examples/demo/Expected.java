package io.loomwheel.examples.demo;

/**
 * What a run must come to if every answer that the backend gives arrives in time.
 *
 * @param answered requests with an answer in the end
 * @param timedOut requests given up after their last attempt
 * @param timeouts attempts that the backend leaves hanging
 * @param retried attempts after the first
 */
record Expected(int answered, int timedOut, int timeouts, int retried) {
  /** {@return how many requests there are} */
  int requests() {
    return answered + timedOut;
  }
}
