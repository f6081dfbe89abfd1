package io.loomwheel;

import java.util.OptionalLong;

/**
 * A clock that is moved by hand, and turns the wheels of the timers built on it as it moves. Such a
 * timer has no thread of its own.
 *
 * <p>For tests; {@link io.loomwheel.testing.ManualClock} is the one to use. Unless its builder is
 * told otherwise, a timer on such a clock has a tick of one nanosecond and runs its tasks on the
 * thread that moves the clock, so that a test is exact.
 */
public interface SteppedClock extends NanoClock {
  /**
   * Called once by each timer built on this clock.
   *
   * @param wheels to be turned whenever the time they name is reached
   */
  void attach(Wheels wheels);

  /**
   * Called once when that timer is stopped.
   *
   * @param wheels as attached
   */
  void detach(Wheels wheels);

  /**
   * Called when a new timeout becomes the earliest one. Does nothing by default.
   *
   * @param wheels as attached, whose next time is earlier now
   */
  default void earlier(Wheels wheels) {}

  /** The wheels of one timer, as its clock sees them. */
  interface Wheels {
    /** {@return nanoseconds until {@link #turn} is to be called; may be early, never late} */
    OptionalLong nanosToNextExpiry();

    /** Fires what is due now. One thread at a time. */
    void turn();
  }
}
