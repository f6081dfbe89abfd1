package io.loomwheel.soak.submitter;

/** The task of a timeout that says when the stop of the timer hands it back. */
public interface Returnable {
  /** Called once, by whoever has stopped the timer. */
  void returned();
}
