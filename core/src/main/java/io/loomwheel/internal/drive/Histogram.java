package io.loomwheel.internal.drive;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of nanoseconds, with eight buckets for each power of two.
 *
 * <p>Written only by the thread that turns the wheels, with plain adds published opaquely; read by
 * any thread. 2 KiB from the first value on.
 */
final class Histogram {
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
