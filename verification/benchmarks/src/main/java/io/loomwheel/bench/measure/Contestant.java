package io.loomwheel.bench.measure;

/** A timer made ready for the rounds of one contest. Used by the thread that runs the rounds. */
@FunctionalInterface
public interface Contestant {
  /**
   * Plays one round.
   *
   * @param lengthNanos how long to go on, where the question doesn't say
   */
  Round round(long lengthNanos) throws Exception;

  /** {@return one that plays like another, after whose end comes one of its own} */
  static Contestant of(Contestant plays, AutoCloseable end) {
    return new Contestant() {
      @Override
      public Round round(long lengthNanos) throws Exception {
        return plays.round(lengthNanos);
      }

      @Override
      public void close() throws Exception {
        plays.close();
        end.close();
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
  default void close() throws Exception {}
}
