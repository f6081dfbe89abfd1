package io.loomwheel.soak.ledger;

/** What a caller holds of an accepted timer, whichever interface it came through. Thread-safe. */
public interface Ticket {
  /**
   * Asks for the timer to be cancelled.
   *
   * @return true only if that proves that the task never ran and never will
   */
  boolean cancel();

  /**
   * {@return whether the handle says that the task will not begin any more} True as well of one
   * that has run.
   */
  boolean isOver();

  /** {@return whether what the timer belonged to has ended, and dropped it} */
  default boolean isGivenUp() {
    return false;
  }

  /**
   * Gives the timer another delay from now.
   *
   * @return false if it was too late, or the interface knows no such thing
   */
  default boolean reschedule(long delayNanos) {
    return false;
  }
}
