package io.loomwheel.drive;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How late timers were fired: a histogram of nanoseconds, eight buckets to each power of two.
 *
 * <p>Written by the thread that turns the wheels alone, with plain adds published opaquely; read by
 * anyone. 4 KiB.
 */
final class Lateness {
  private static final int SUB_BITS = 3;
  private static final int SUBS = 1 << SUB_BITS;

  private final AtomicLongArray counts = new AtomicLongArray(64 * SUBS);

  /** Written like the buckets. */
  private volatile long max;

  void record(long nanos) {
    long late = Math.max(0, nanos);
    int bucket = bucketOf(late);
    counts.setOpaque(bucket, counts.getPlain(bucket) + 1);
    if (late > max) {
      max = late;
    }
  }

  long maxNanos() {
    return max;
  }

  /**
   * {@return a value that this share of all did not exceed, at most an eighth too high; 0 if there
   * were none}
   *
   * @param share from 0 to 1
   */
  long quantileNanos(double share) {
    long total = 0;
    for (int i = 0; i < counts.length(); i++) {
      total += counts.getOpaque(i);
    }
    long below = (long) Math.ceil(total * share);
    for (int i = 0; i < counts.length() && total > 0; i++) {
      below -= counts.getOpaque(i);
      if (below <= 0) {
        return Math.min(topOf(i), max);
      }
    }
    return max;
  }

  private static int bucketOf(long nanos) {
    if (nanos < SUBS) {
      return (int) nanos;
    }
    int exponent = 63 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
    return (exponent << SUB_BITS) + (int) (nanos >>> exponent);
  }

  private static long topOf(int bucket) {
    if (bucket < SUBS) {
      return bucket;
    }
    int exponent = (bucket >>> SUB_BITS) - 1;
    long sub = SUBS | (long) (bucket & (SUBS - 1));
    return ((sub + 1) << exponent) - 1;
  }
}
