package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.charts.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
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
final class ApplicationsQuestion {
  private static final int LOOPS = 2;
  private static final int CONNECTIONS = 15_000;
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  static List<Contest> contests() {
    return List.of(
        market(),
        heartbeats(),
        contest(
            "a gateway in Reactor Netty, timeout of 2 s",
            "request",
            ReactorQuestion.<String>ways(Duration.ofSeconds(2))
                .timeouts((by, timeout) -> Http.gateway(timeout))),
        contest(
            "32 streams of server-sent events, timeout of 30 s",
            "chunk",
            ReactorQuestion.<String>ways(Duration.ofSeconds(30))
                .timeouts((by, timeout) -> Http.events(timeout))),
        BesideLoops.beside(LOOPS, market()),
        BesideLoops.beside(LOOPS, heartbeats()));
  }

  private static Contest market() {
    return seconds(
        "market data, 200 symbols, 20,000 ticks a second, 50,000 Single.timeout a second",
        RxJavaQuestion.ways(1),
        by -> new Market(by)::round);
  }

  private static Contest heartbeats() {
    return seconds(
        "15,000 Flux.interval of 5 s",
        ReactorQuestion.ways(PERIOD),
        by -> length -> heartbeats(by, length));
  }

  private static <S> Contest seconds(
      String setting, Ways<S, ?> ways, Function<@Nullable S, Contestant> on) {
    List<Entrant> entrants = new ArrayList<>(ways.schedulers(on));
    entrants.addFirst(new Entrant("no timer", Role.FLOOR, () -> on.apply(null)));
    return contest(setting, "second", entrants);
  }

  private static Contest contest(String setting, String op, List<Entrant> entrants) {
    return new Contest("applications", setting, op, entrants);
  }

  /**
   * Connections in Reactor that each send a heartbeat every five seconds, at moments of their own.
   */
  private static Round heartbeats(@Nullable Scheduler scheduler, long lengthNanos) {
    LongAdder fired = new LongAdder();
    Disposable.Composite connections = Disposables.composite();
    long random = 1;
    for (int i = 0; scheduler != null && i < CONNECTIONS; i++) {
      random = Delay.random(random);
      Duration first = Duration.ofNanos((random >>> 1) % PERIOD.toNanos());
      connections.add(Flux.interval(first, PERIOD, scheduler).subscribe(beat -> fired.increment()));
    }
    Round round = paced(lengthNanos, lengthNanos, () -> {}, fired);
    connections.dispose();
    return round;
  }

  /**
   * {@return the round of an application, with what was fired}
   *
   * @param lengthNanos of the round
   * @param stepNanos between two steps
   * @param step called so often; what was missed is made up for at once
   */
  static Round paced(long lengthNanos, long stepNanos, Runnable step, LongAdder fired) {
    Meter meter = Meter.start();
    long done = 0;
    long passed;
    do {
      LockSupport.parkNanos(stepNanos);
      passed = meter.wallNanos();
      for (; done < passed / stepNanos; done++) {
        step.run();
      }
    } while (passed < lengthNanos);
    long cpu = meter.cpuNanos();
    double seconds = passed / SECOND_NANOS;
    return Round.of(1, 1, passed, Math.round(cpu / seconds))
        .with("fired a second", fired.sum() / seconds);
  }
}
