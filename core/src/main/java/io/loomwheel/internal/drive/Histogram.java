package io.loomwheel.internal.drive;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A histogram of nanoseconds, with eight buckets for each power of two.
 *
 * <p>Written only by the thread that turns the wheels, with plain adds published opaquely; read by
 * any thread. 2 KiB.
 */
final class Histogram {
  private static final int SUB_BITS = 3;
  private static final int SUBS = 1 << SUB_BITS;

  /** How many buckets there are. */
  static final int BUCKETS = 64 * SUBS;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(BUCKETS);

  /** Written like the buckets. */
  private volatile long max;

  /** Counts a value that isn't negative. */
  void record(long nanos) {
    int bucket = bucketOf(nanos);
    counts.setOpaque(bucket, counts.getPlain(bucket) + 1);
    if (nanos > max) {
      max = nanos;
    }
  }

  void clear() {
    for (int i = 0; i < BUCKETS; i++) {
      counts.setOpaque(i, 0);
    }
    max = 0;
  }

  long count(int bucket) {
    return counts.getOpaque(bucket);
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
