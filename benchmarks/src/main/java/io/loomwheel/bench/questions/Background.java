package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.Alarm;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.concurrent.TimeUnit;

/** Timeouts that are there and do nothing. Stateless. */
final class Background {
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  private Background() {}

  /** Arms timeouts that are due in one to two hours, at random, and returns how many. */
  static long arm(Alarm alarm, int count) {
    long random = 1;
    for (int i = 0; i < count; i++) {
      random = Delay.random(random);
      alarm.arm(HOUR_NANOS + (random >>> 1) % HOUR_NANOS);
    }
    return count;
  }

  /** Submits tasks that are due in one to two hours, at random. */
  static void schedule(Scheduler scheduler, int count) {
    long random = 1;
    for (int i = 0; i < count; i++) {
      random = Delay.random(random);
      long delay = HOUR_NANOS + (random >>> 1) % HOUR_NANOS;
      scheduler.scheduleDirect(() -> {}, delay, TimeUnit.NANOSECONDS);
    }
  }
}
