package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Timeouts that are there and do nothing. Stateless. */
final class Background {
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  /** Calls an action with a delay of one to two hours, at random, so many times. */
  static void forEach(int count, LongConsumer action) {
    long random = 1;
    for (int i = 0; i < count; i++) {
      random = Delay.random(random);
      action.accept(HOUR_NANOS + (random >>> 1) % HOUR_NANOS);
    }
  }

  /** Arms timeouts that are due in one to two hours, at random, and returns how many. */
  static long arm(BenchmarkTimer timer, int count) {
    forEach(count, timer::arm);
    return count;
  }
}
