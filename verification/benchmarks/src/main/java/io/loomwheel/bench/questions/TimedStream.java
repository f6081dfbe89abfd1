package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** A stream that is never idle, from a source on the calling thread. One operation: an element. */
final class TimedStream implements Contestant {
  private static final int ELEMENTS = 50_000;
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

  private final Scheduler scheduler;
  private final Flux<Integer> stream;

  TimedStream(Scheduler scheduler, Function<Flux<Integer>, Flux<Integer>> timeout, int pending) {
    this.scheduler = scheduler;
    this.stream = Flux.range(0, ELEMENTS).hide().transform(timeout);
    long random = 1;
    for (int i = 0; i < pending; i++) {
      random = Delay.random(random);
      scheduler.schedule(() -> {}, HOUR_NANOS + (random >>> 1) % HOUR_NANOS, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public Round round(long lengthNanos) {
    long ops = 0;
    Meter meter = Meter.start();
    do {
      Long count = stream.count().block();
      if (count == null || count != ELEMENTS) {
        throw new IllegalStateException("elements lost: " + count);
      }
      ops += ELEMENTS;
    } while (System.nanoTime() - meter.startNanos() < lengthNanos);
    return meter.stop(ops, 1);
  }

  @Override
  public void close() {
    scheduler.dispose();
  }
}
