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
   * @param wheels to be asked for {@link Wheels#nanosToNextExpiry} before each move and after each
   *     turn, and to be turned when it has passed
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
   * {@return whether the calling thread is moving this clock} Such a thread can't wait for the
   * clock: {@code Timeouts.sleep} throws there. False by default.
   */
  default boolean isMovedByCaller() {
    return false;
  }

  /** The wheels of one timer, as its clock sees them. */
  interface Wheels {
    /**
     * {@return nanoseconds until {@link #turn} must be called; may be too few, and too many once
     * another timeout is armed}
     */
    OptionalLong nanosToNextExpiry();

    /**
     * Fires the timeouts that are due now. Called by one thread at a time. Throws what goes wrong
     * with the wheels, such as a stack overflow; what was due then stays due.
     */
    void turn();
  }
}
