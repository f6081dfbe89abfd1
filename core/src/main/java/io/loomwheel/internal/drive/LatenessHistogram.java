package io.loomwheel.internal.drive;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

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

  private final Window[] windows = {new Window(), new Window()};

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
        windows[current].clear();
      }
      windows[next].clear();
      current = next;
      since = nowNanos;
    }
  }

  void record(long nanos) {
    windows[current].record(Math.max(0, nanos));
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
        return Math.min(Window.topOf(i), max);
      }
    }
    return max;
  }

  private long[] countsOf(long nowNanos) {
    long age = nowNanos - since;
    long[] counts = new long[Window.BUCKETS];
    for (int i = 0; i < counts.length; i++) {
      counts[i] =
          (age < 2 * WINDOW_NANOS ? windows[current].count(i) : 0)
              + (age < WINDOW_NANOS ? windows[1 - current].count(i) : 0);
    }
    return counts;
  }

  /**
   * A histogram of nanoseconds, with eight buckets for each power of two.
   *
   * <p>Written only by the thread that turns the wheels, with plain adds published opaquely; read
   * by any thread. 2 KiB from the first value on.
   */
  private static final class Window {
    private static final int SUB_BITS = 3;
    private static final int SUBS = 1 << SUB_BITS;

    /** How many buckets there are. */
    static final int BUCKETS = 64 * SUBS;

    /** Null until there is a value. Set once, by the writer; volatile for the readers. */
    private volatile @Nullable AtomicIntegerArray counts;

    /** Written like the buckets. */
    private volatile long max;

    /** Counts a value that isn't negative. */
    void record(long nanos) {
      AtomicIntegerArray known = counts;
      AtomicIntegerArray counted = known == null ? begin() : known;
      int bucket = bucketOf(nanos);
      counted.setOpaque(bucket, counted.getPlain(bucket) + 1);
      if (nanos > max) {
        max = nanos;
      }
    }

    private AtomicIntegerArray begin() {
      AtomicIntegerArray made = new AtomicIntegerArray(BUCKETS);
      counts = made;
      return made;
    }

    void clear() {
      AtomicIntegerArray known = counts;
      for (int i = 0; known != null && i < BUCKETS; i++) {
        known.setOpaque(i, 0);
      }
      max = 0;
    }

    long count(int bucket) {
      AtomicIntegerArray known = counts;
      return known == null ? 0 : known.getOpaque(bucket);
    }

    long max() {
      return max;
    }

    private static int bucketOf(long nanos) {
      if (nanos < SUBS) {
        return (int) nanos;
      }
      int exponent = 63 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
      return (exponent << SUB_BITS) + (int) (nanos >>> exponent);
    }

    /** {@return the greatest value that a bucket counts} */
    static long topOf(int bucket) {
      if (bucket < SUBS) {
        return bucket;
      }
      int exponent = (bucket >>> SUB_BITS) - 1;
      long sub = SUBS | (long) (bucket & (SUBS - 1));
      return ((sub + 1) << exponent) - 1;
    }
  }
}
