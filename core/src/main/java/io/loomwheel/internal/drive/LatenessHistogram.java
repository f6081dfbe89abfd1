package io.loomwheel.internal.drive;

/**
 * How late timers were fired in the last one to two minutes: this minute's histogram and the one
 * before, which swap.
 *
 * <p>Written only by the thread that turns the wheels. Any thread may read, and may see a histogram
 * while it is cleared for a new minute. Times are nanoseconds of the timer's clock.
 */
final class LatenessHistogram {
  /** The time that one histogram covers. */
  static final long WINDOW_NANOS = 60_000_000_000L;

  private final Histogram[] windows = {new Histogram(), new Histogram()};

  /** The one of {@link #windows} that is written. Used by the writer only. */
  private Histogram written = windows[0];

  /** Which of {@link #windows} is written. Changed by the writer, after it was cleared. */
  private volatile int current;

  /** When the current window began. Written like {@link #current}. */
  private volatile long since;

  /** Begins a new window if the current one is over. Called before {@link #record}. */
  void roll(long nowNanos) {
    long age = nowNanos - since;
    if (age >= WINDOW_NANOS) {
      int next = 1 - current;
      if (age >= 2 * WINDOW_NANOS) {
        written.clear();
      }
      windows[next].clear();
      written = windows[next];
      current = next;
      since = nowNanos;
    }
  }

  void record(long nanos) {
    written.record(Math.max(0, nanos));
  }

  /** {@return the greatest of the last one to two minutes, or 0 if there were none} */
  long maxNanos(long nowNanos) {
    long age = nowNanos - since;
    long max = age < 2 * WINDOW_NANOS ? windows[current].max() : 0;
    return age < WINDOW_NANOS ? Math.max(max, windows[1 - current].max()) : max;
  }

  /**
   * {@return a value that this share of the last one to two minutes did not exceed, at most an
   * eighth too high; 0 if there were none}
   *
   * @param share from 0 to 1
   */
  long quantileNanos(double share, long nowNanos) {
    long[] counts = countsOf(nowNanos);
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    long max = maxNanos(nowNanos);
    long below = (long) Math.ceil(total * share);
    for (int i = 0; i < counts.length && total > 0; i++) {
      below -= counts[i];
      if (below <= 0) {
        return Math.min(Histogram.topOf(i), max);
      }
    }
    return max;
  }

  private long[] countsOf(long nowNanos) {
    long age = nowNanos - since;
    long[] counts = new long[Histogram.BUCKETS];
    for (int i = 0; i < counts.length; i++) {
      counts[i] =
          (age < 2 * WINDOW_NANOS ? windows[current].count(i) : 0)
              + (age < WINDOW_NANOS ? windows[1 - current].count(i) : 0);
    }
    return counts;
  }
}
