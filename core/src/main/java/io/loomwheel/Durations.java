package io.loomwheel;

import java.time.Duration;
import java.util.Objects;

/** Converts durations of the public API to nanoseconds. */
final class Durations {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Durations() {}

  /** Converts the parameter of that name, saturating at both ends of a long. */
  static long toNanos(String name, Duration duration) {
    Objects.requireNonNull(duration, name);
    if (duration.compareTo(LONGEST) >= 0) {
      return Long.MAX_VALUE;
    }
    return duration.compareTo(LONGEST.negated()) <= 0 ? -Long.MAX_VALUE : duration.toNanos();
  }
}
