package io.loomwheel.bench.measure;

/** A timer made ready for the rounds of one contest. Used by the thread that runs the rounds. */
@FunctionalInterface
public interface Contestant extends AutoCloseable {
  /**
   * Plays one round.
   *
   * @param lengthNanos how long to go on, where the question doesn't say
   */
  Round round(long lengthNanos) throws Exception;

  /** {@return one that plays like another, and has an end of its own} */
  static Contestant of(Contestant plays, Runnable end) {
    return new Contestant() {
      @Override
      public Round round(long lengthNanos) throws Exception {
        return plays.round(lengthNanos);
      }

      @Override
      public void close() {
        end.run();
      }
    };
  }

  /**
   * Gets rid of what the round has left behind, and is ready for the next. Not measured. Some
   * timers fall behind their users by millions of timeouts, for which the next contestant would
   * pay.
   */
  default void renew() throws Exception {}

  /** Ends the timer and all threads. */
  @Override
  default void close() {}
}
