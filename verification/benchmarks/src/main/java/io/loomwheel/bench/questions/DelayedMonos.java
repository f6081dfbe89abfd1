package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Delays of 10 ms, begun in a second, none of which may end early. They begin in bursts, one each
 * millisecond, because a steadier pace would need a thread that spins. A random part of a spread on
 * top keeps them from ending in bursts too. One operation is one delay.
 */
final class DelayedMonos implements Contestant {
  private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Scheduler scheduler;
  private final int count;
  private final long spreadNanos;

  DelayedMonos(Scheduler scheduler, int count, long spreadNanos) {
    this.scheduler = scheduler;
    this.count = count;
    this.spreadNanos = spreadNanos;
  }

  @Override
  public Round round(long lengthNanos) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(count);
    LongAdder early = new LongAdder();
    long random = 1;
    Meter meter = Meter.start();
    for (int begun = 0; begun < count; ) {
      long passed = Math.min(SPAN_NANOS, System.nanoTime() - meter.startNanos());
      for (int due = (int) (passed * count / SPAN_NANOS); begun < due; begun++) {
        random = Delay.random(random);
        long delay = DELAY_NANOS + (random >>> 1) % spreadNanos;
        long start = System.nanoTime();
        Mono.delay(Duration.ofNanos(delay), scheduler)
            .subscribe(
                tick -> {
                  if (System.nanoTime() - start < delay) {
                    early.increment();
                  }
                  done.countDown();
                });
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
    done.await();
    if (early.sum() > 0) {
      throw new IllegalStateException("early: " + early + " of " + count);
    }
    return meter.stop(count, 1);
  }

  @Override
  public void close() {
    scheduler.dispose();
  }
}
