package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Round;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * Connections in Reactor that each send a heartbeat every five seconds, at moments of their own.
 */
final class Heartbeats implements Contestant {
  private static final int CONNECTIONS = 15_000;
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final @Nullable Scheduler scheduler;
  private final LongAdder fired = new LongAdder();

  Heartbeats(@Nullable Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** {@return the pace alone} */
  static Heartbeats none() {
    return new Heartbeats(null);
  }

  @Override
  public Round round(long lengthNanos) {
    Disposable.Composite connections = Disposables.composite();
    long random = 1;
    for (int i = 0; scheduler != null && i < CONNECTIONS; i++) {
      random = Delay.random(random);
      Duration first = Duration.ofNanos((random >>> 1) % PERIOD.toNanos());
      connections.add(Flux.interval(first, PERIOD, scheduler).subscribe(beat -> fired.increment()));
    }
    Round round = Paced.round(lengthNanos, lengthNanos, () -> {}, fired);
    connections.dispose();
    return round;
  }

  @Override
  public void close() {
    if (scheduler != null) {
      scheduler.dispose();
    }
  }
}
