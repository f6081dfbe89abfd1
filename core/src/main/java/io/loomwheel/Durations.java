package io.loomwheel;

import java.time.Duration;

/** Durations at the door, nanoseconds inside. */
final class Durations {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Durations() {}

  /** Nanoseconds, saturating at both ends of a long. */
  static long toNanos(Duration duration) {
    if (duration.compareTo(LONGEST) >= 0) {
      return Long.MAX_VALUE;
    }
    return duration.compareTo(LONGEST.negated()) <= 0 ? -Long.MAX_VALUE : duration.toNanos();
  }
}
