package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.TimeUnit;

/** Timeouts that are there and do nothing. Stateless. */
final class Background {
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  private Background() {}

  /** Arms timeouts that are due in one to two hours, at random, and returns how many. */
  static long arm(BenchmarkTimer timer, int count) {
    long random = 1;
    for (int i = 0; i < count; i++) {
      random = Delay.random(random);
      timer.arm(HOUR_NANOS + (random >>> 1) % HOUR_NANOS);
    }
    return count;
  }

  /**
   * Submits tasks that are due in one to two hours, at random, and returns what cancels them: some
   * schedulers can't be shut down, and keep time by a thread that all of their kind share.
   */
  static Disposable schedule(Scheduler scheduler, int count) {
    CompositeDisposable pending = new CompositeDisposable();
    long random = 1;
    for (int i = 0; i < count; i++) {
      random = Delay.random(random);
      long delay = HOUR_NANOS + (random >>> 1) % HOUR_NANOS;
      pending.add(scheduler.scheduleDirect(() -> {}, delay, TimeUnit.NANOSECONDS));
    }
    return pending;
  }
}
