package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/** Validates arguments, converts durations to nanoseconds, and sees to what is armed late. */
final class Limits {
  private Limits() {}

  /** {@return the duration in nanoseconds, saturating; at least one} */
  static long positiveNanos(String name, Duration value) {
    if (!Objects.requireNonNull(value, name).isPositive()) {
      throw new IllegalArgumentException(name + " must be positive, was " + value);
    }
    return NANOSECONDS.convert(value);
  }

  /** {@return the number, which must be positive} */
  static int positive(String name, int value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(name + " must be positive, was " + value);
    }
    return value;
  }

  /** {@return whether this thread was stopped for more than a tick after it had read the clock} */
  static boolean wasStopped(WheelTimer timer, long read) {
    return timer.clock().nanoTime() - read > timer.tickDuration().toNanos();
  }

  /** Lets a timeout that is late by such a stop expire at once, to find what is due. */
  static void expireIfStopped(WheelTimer timer, Timeout timeout, long read) {
    try {
      if (wasStopped(timer, read)) {
        timeout.reschedule(1, NANOSECONDS); // later than now, so not on this thread
      }
    } catch (Throwable clockFailed) {
      // it is armed, so nothing may fail any more; it expires in its own time
    }
  }

  /** {@return what a timer threw, or a rejection with that as its cause, once there is memory} */
  static RejectedExecutionException rejection(Throwable failure) {
    while (true) {
      try {
        return failure instanceof RejectedExecutionException rejection
            ? rejection
            : new RejectedExecutionException("the timer failed", failure);
      } catch (OutOfMemoryError again) {
        Thread.onSpinWait(); // its owner has to hear of it
      }
    }
  }
}
