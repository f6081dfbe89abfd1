package io.loomwheel.bench.measure;

/**
 * A timer made ready for the rounds of one contest. Used by the thread that runs the rounds; stays
 * alive from round to round.
 */
public interface Contestant extends AutoCloseable {
  /**
   * Plays one round.
   *
   * @param lengthNanos how long to go on, where the question doesn't say
   * @return what it came to
   */
  Round round(long lengthNanos) throws Exception;

  /** Ends the timer and all threads. */
  @Override
  void close();
}
