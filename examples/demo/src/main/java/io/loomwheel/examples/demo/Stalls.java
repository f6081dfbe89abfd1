package io.loomwheel.examples.demo;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Which streams fall silent, and when. Immutable; a look costs two reads of memory. */
final class Stalls {
  /** No stream falls silent. */
  static final Stalls NONE = new Stalls(new long[0], 0, 0);

  private static final long NEVER = Long.MAX_VALUE;

  private final long[] afterNanos;
  private final long startNanos;
  private final int count;

  private Stalls(long[] afterNanos, long startNanos, int count) {
    this.afterNanos = afterNanos;
    this.startNanos = startNanos;
    this.count = count;
  }

  /**
   * {@return a random choice, the same for the same seed}
   *
   * @param withinNanos the last of them
   */
  static Stalls draw(int streams, int count, long withinNanos, long startNanos, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] after = new long[streams];
    Arrays.fill(after, NEVER);
    for (int chosen = 0; chosen < count; ) {
      int stream = random.nextInt(streams);
      if (after[stream] == NEVER) {
        after[stream] = random.nextLong(withinNanos);
        chosen++;
      }
    }
    return new Stalls(after, startNanos, count);
  }

  /** {@return whether that stream is silent at that time} */
  boolean isSilent(int stream, long nowNanos) {
    return count > 0 && nowNanos - startNanos >= afterNanos[stream];
  }

  /** {@return whether that stream falls silent sooner or later} */
  boolean falls(int stream) {
    return count > 0 && afterNanos[stream] != NEVER;
  }

  int count() {
    return count;
  }
}
