package io.loomwheel.bench.questions;

import java.util.function.LongConsumer;

/** Delays of a minute and more: nothing fires while it is measured. Stateless. */
final class Delay {
  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final long HOUR_NANOS = 60 * MINUTE_NANOS;
  private static final long SPREAD_MASK = (1L << 30) - 1;

  /** {@return from 60 to 61.07 s} */
  static long of(long random) {
    return MINUTE_NANOS + (random & SPREAD_MASK);
  }

  /** {@return the next random number after that one, which isn't 0} */
  static long random(long last) {
    long x = last;
    x ^= x << 13;
    x ^= x >>> 7;
    return x ^ (x << 17);
  }

  /** Calls what arms with a delay of one to two hours, at random, so many times. */
  static void background(int count, LongConsumer arm) {
    long random = 1;
    for (int i = 0; i < count; i++) {
      random = random(random);
      arm.accept(HOUR_NANOS + (random >>> 1) % HOUR_NANOS);
    }
  }
}
