package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Delays of 10 ms, begun evenly over a second. One operation is one delay, fired. */
final class DelayedMonos implements Contestant {
  private static final Duration DELAY = Duration.ofMillis(10);
  private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Scheduler scheduler;
  private final int count;

  DelayedMonos(Scheduler scheduler, int count) {
    this.scheduler = scheduler;
    this.count = count;
  }

  @Override
  public Round round(long lengthNanos) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(count);
    Meter meter = Meter.start();
    for (int begun = 0; begun < count; ) {
      long passed = Math.min(SPAN_NANOS, System.nanoTime() - meter.startNanos());
      for (int due = (int) (passed * count / SPAN_NANOS); begun < due; begun++) {
        Mono.delay(DELAY, scheduler).subscribe(tick -> done.countDown());
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
    done.await();
    return meter.stop(count, 1);
  }

  @Override
  public void close() {
    scheduler.dispose();
  }
}
