package io.loomwheel.internal.dispatch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;

/**
 * Counts durations up to each of {@link #BOUNDS}, the same for all timers, so that those of many
 * can be added up. Thread-safe; any thread adds.
 */
public final class DurationCounts {
  /** From a millisecond to ten seconds, and what is longer. */
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(20),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(200),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofNanos(Long.MAX_VALUE)
  };

  private static final long[] BOUND_NANOS =
      Stream.of(BOUNDS).mapToLong(Duration::toNanos).toArray();

  /** How many were counted for each bound and not for the one before. */
  private final AtomicLongArray counts = new AtomicLongArray(BOUNDS.length);

  /** Makes one that has counted nothing. */
  public DurationCounts() {}

  void add(long nanos) {
    int i = 0;
    while (BOUND_NANOS[i] < nanos) {
      i++;
    }
    counts.getAndIncrement(i);
  }

  /** {@return for each bound how many were not longer} */
  public Map<Duration, Long> upTo() {
    long[] upTo = new long[BOUNDS.length];
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

  /**
   * {@return counts by their bounds, in ascending order}
   *
   * @param counts one for each bound
   */
  public static Map<Duration, Long> byBound(long[] counts) {
    Map<Duration, Long> byBound = new LinkedHashMap<>();
    for (int i = 0; i < counts.length; i++) {
      byBound.put(BOUNDS[i], counts[i]);
    }
    return byBound;
  }
}
