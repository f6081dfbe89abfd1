package io.loomwheel.soak.ledger;

/** What a caller holds of an accepted timer, whichever interface it came through. Thread-safe. */
public interface Ticket {
  /** Of {@link #reschedule}. */
  long REFUSED = Long.MIN_VALUE;

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

  /** {@return whether a future was handed out that isn't done} Once all is over, none may be. */
  default boolean isUndone() {
    return false;
  }

  /**
   * Gives the timer another delay from now.
   *
   * @return the delay that it has from now, or {@link #REFUSED} if it was too late, or the
   *     interface knows no such thing
   */
  default long reschedule(long delayNanos) {
    return REFUSED;
  }
}
