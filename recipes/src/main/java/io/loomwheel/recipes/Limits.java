package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/** Validates arguments and converts durations to nanoseconds. */
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

  /** {@return what a timer threw, or a rejection with that as its cause} */
  static RejectedExecutionException rejection(Throwable failure) {
    return failure instanceof RejectedExecutionException rejection
        ? rejection
        : new RejectedExecutionException("the timer failed", failure);
  }
}
