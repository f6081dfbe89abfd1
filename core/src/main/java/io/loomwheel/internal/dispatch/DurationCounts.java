package io.loomwheel.internal.dispatch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * Counts durations up to each of {@link #BOUND_NANOS}, the same for all timers, so that those of
 * many can be added up. Thread-safe; any thread adds.
 */
public final class DurationCounts {
  /** From a millisecond to ten seconds, and what is longer. */
  private static final long[] BOUND_NANOS =
      LongStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, Long.MAX_VALUE)
          .map(TimeUnit.MILLISECONDS::toNanos)
          .toArray();

  /** How many were counted for each bound and not for the one before. */
  private final AtomicLongArray counts = new AtomicLongArray(BOUND_NANOS.length);

  void add(long nanos) {
    int i = 0;
    while (BOUND_NANOS[i] < nanos) {
      i++;
    }
    counts.getAndIncrement(i);
  }

  /** {@return for each bound how many were not longer} */
  public Map<Duration, Long> upTo() {
    long[] upTo = new long[BOUND_NANOS.length];
    long sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += counts.get(i);
      upTo[i] = sum;
    }
    return byBound(upTo);
  }

  /** {@return the bounds in nanoseconds, in ascending order} */
  public static long[] boundNanos() {
    return BOUND_NANOS.clone();
  }

  /** {@return counts, one for each bound, by their bounds, in ascending order} */
  public static Map<Duration, Long> byBound(long[] counts) {
    Map<Duration, Long> byBound = new LinkedHashMap<>();
    for (int i = 0; i < counts.length; i++) {
      byBound.put(Duration.ofNanos(BOUND_NANOS[i]), counts[i]);
    }
    return byBound;
  }
}
