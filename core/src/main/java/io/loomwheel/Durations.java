package io.loomwheel;

import java.time.Duration;
import java.util.Objects;

/** Durations at the door, nanoseconds inside. */
final class Durations {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Durations() {}

  /** Nanoseconds of the parameter with that name, saturating at both ends of a long. */
  static long toNanos(String name, Duration duration) {
    Objects.requireNonNull(duration, name);
    if (duration.compareTo(LONGEST) >= 0) {
      return Long.MAX_VALUE;
    }
    return duration.compareTo(LONGEST.negated()) <= 0 ? -Long.MAX_VALUE : duration.toNanos();
  }
}
