package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Round;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * What applications take: market data in RxJava and heartbeats in Reactor, where timers fire all
 * the time, on a quiet machine, and beside two processes that never pause; a gateway and a reader
 * of events, where they hardly do. One operation of the first two is a second of them. The floor is
 * the same without a timer.
 */
final class ApplicationsQuestion implements Question {
  private static final int LOOPS = 2;

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        market(),
        heartbeats(),
        gateway(),
        events(),
        BesideLoops.beside(LOOPS, market()),
        BesideLoops.beside(LOOPS, heartbeats()));
  }

  private static Contest market() {
    List<Entrant> entrants = new ArrayList<>(RxWays.schedulers(Market::new));
    entrants.addFirst(new Entrant("no timer", Role.FLOOR, Market::pace));
    return contest(
        "market data, 200 symbols, 20,000 ticks a second, 50,000 Single.timeout a second",
        "second",
        entrants);
  }

  private static Contest heartbeats() {
    List<Entrant> entrants = new ArrayList<>(ReactorWays.schedulers(Heartbeats::new));
    entrants.addFirst(new Entrant("no timer", Role.FLOOR, Heartbeats::none));
    return contest("15,000 Flux.interval of 5 s", "second", entrants);
  }

  private static Contest gateway() {
    return contest(
        "a gateway in Reactor Netty, timeout of 2 s",
        "request",
        ReactorWays.timeouts(Duration.ofSeconds(2), Http::gateway));
  }

  private static Contest events() {
    return contest(
        "32 streams of server-sent events, timeout of 30 s",
        "chunk",
        ReactorWays.timeouts(Duration.ofSeconds(30), Http::events));
  }

  private static Contest contest(String setting, String op, List<Entrant> entrants) {
    return new Contest("applications", setting, op, false, entrants);
  }

  /**
   * Connections in Reactor that each send a heartbeat every five seconds, at moments of their own.
   */
  static final class Heartbeats implements Contestant {
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
        connections.add(
            Flux.interval(first, PERIOD, scheduler).subscribe(beat -> fired.increment()));
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
}
