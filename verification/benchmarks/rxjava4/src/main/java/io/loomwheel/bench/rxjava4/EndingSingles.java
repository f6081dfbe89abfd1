package io.loomwheel.bench.rxjava4;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.reactivex.rxjava4.core.Scheduler;
import io.reactivex.rxjava4.core.Single;
import io.reactivex.rxjava4.disposables.CompositeDisposable;
import java.util.concurrent.CountDownLatch;

/** Values that never come, whose timeouts end evenly over a second. One operation: a timeout. */
final class EndingSingles implements Contestant {
  private static final long LEAST_MICROS = 500_000;
  private static final long SPAN_MICROS = 1_000_000;

  private final int count;
  private final Scheduler scheduler;

  EndingSingles(int count, Scheduler scheduler) {
    this.count = count;
    this.scheduler = scheduler;
  }

  @Override
  public Round round(long lengthNanos) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(count);
    CompositeDisposable subscriptions = new CompositeDisposable();
    Meter meter = Meter.start();
    for (int i = 0; i < count; i++) {
      long micros = LEAST_MICROS + i * SPAN_MICROS / count;
      subscriptions.add(
          Single.never()
              .timeout(micros, MICROSECONDS, scheduler)
              .subscribe(value -> {}, error -> ended.countDown()));
    }
    if (!ended.await(60, SECONDS)) {
      throw new IllegalStateException("timeouts lost: " + ended.getCount() + " of " + count);
    }
    Round round = meter.stop(count, 1);
    subscriptions.dispose();
    return round;
  }

  @Override
  public void close() {}
}
