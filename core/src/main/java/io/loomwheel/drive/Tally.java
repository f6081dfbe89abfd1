package io.loomwheel.drive;

import java.util.concurrent.atomic.AtomicLongArray;

/** A counter in stripes that are a few cache lines apart, for threads that count different ones. */
final class Tally {
  private static final int STRIDE = 16;

  private final AtomicLongArray counts;

  Tally(int stripes) {
    counts = new AtomicLongArray((stripes + 1) * STRIDE);
  }

  /** Counts one more and returns the new count of the stripe. Any thread. */
  long increment(int stripe) {
    return counts.incrementAndGet((stripe + 1) * STRIDE);
  }

  long sum() {
    long sum = 0;
    for (int i = STRIDE; i < counts.length(); i += STRIDE) {
      sum += counts.get(i);
    }
    return sum;
  }
}
