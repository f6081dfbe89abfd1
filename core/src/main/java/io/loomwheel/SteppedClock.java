package io.loomwheel;

import java.util.OptionalLong;

/**
 * A clock that a caller moves, and that turns the wheels of the timers built on it as it moves.
 * Such a timer has no thread of its own.
 *
 * <p>For tests; {@link io.loomwheel.testing.ManualClock} is the one to use. Unless its builder says
 * otherwise, a timer on such a clock has a tick of one nanosecond and runs its tasks on the thread
 * that moves the clock, so that a test is exact.
 */
public interface SteppedClock extends NanoClock {
  /**
   * Called once by each timer built on this clock.
   *
   * @param wheels to be turned whenever {@link Wheels#nanosToNextExpiry} has passed, and to be
   *     asked for it again after each turn
   */
  void attach(Wheels wheels);

  /**
   * Called once when a timer built on this clock is stopped, and has handed on what has fired: by
   * the stop, or at the end of the turn that does it.
   *
   * @param wheels as attached
   */
  void detach(Wheels wheels);

  /**
   * Called when a new timeout becomes the earliest one, compared with what {@link
   * Wheels#nanosToNextExpiry} has last said; calls that race may come twice. Does nothing by
   * default.
   *
   * @param wheels as attached; their next expiry is earlier now
   */
  default void earlier(Wheels wheels) {}

  /**
   * {@return whether the calling thread is moving this clock} Such a thread can't wait for the
   * clock: {@code Timeouts.sleep} throws there. False by default.
   */
  default boolean isMovedByCaller() {
    return false;
  }

  /** The wheels of one timer, as its clock sees them. */
  interface Wheels {
    /**
     * {@return nanoseconds until {@link #turn} must be called; may be too few, never too many} To
     * be asked by the clock alone, which {@link SteppedClock#earlier} notifies of what is earlier.
     */
    OptionalLong nanosToNextExpiry();

    /**
     * Fires the timeouts that are due now. Called by one thread at a time. Throws what goes wrong
     * with the wheels, such as a stack overflow; what was due then stays due.
     */
    void turn();
  }
}
