package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.rxjava.WheelPlugins;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * What applications take: market data in RxJava and heartbeats in Reactor, where timers fire all
 * the time, a gateway and a reader of events, where they hardly do; on a quiet machine, and beside
 * two processes that never pause. One operation of the first two is a second of them. The floor is
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
        BesideLoops.beside(LOOPS, heartbeats()),
        BesideLoops.beside(LOOPS, gateway()),
        BesideLoops.beside(LOOPS, events()));
  }

  private static Contest market() {
    return contest(
        "market data, 200 symbols, 20,000 ticks a second, 50,000 Single.timeout a second",
        "second",
        List.of(
            new Entrant("no timer", Role.FLOOR, Market::pace),
            new Entrant("WheelPlugins", Role.SUBJECT, ApplicationsQuestion::marketByPlugins),
            new Entrant(
                "WheelScheduler",
                Role.SUBJECT,
                () -> market(io.loomwheel.rxjava.WheelScheduler.create())),
            new Entrant(
                "computation",
                Role.PEER,
                () ->
                    market(
                        RxJavaPlugins.createComputationScheduler(
                            Executors.defaultThreadFactory())))));
  }

  private static Market market(io.reactivex.rxjava3.core.Scheduler scheduler) {
    return new Market(scheduler, scheduler::shutdown);
  }

  private static Market marketByPlugins() {
    WheelTimer timer = WheelTimer.create();
    WheelPlugins.install(timer);
    return new Market(
        io.reactivex.rxjava3.schedulers.Schedulers.computation(),
        () -> {
          WheelPlugins.uninstall();
          timer.stop();
        });
  }

  private static Contest heartbeats() {
    List<Entrant> entrants = onEachScheduler(Heartbeats::new);
    entrants.addFirst(new Entrant("no timer", Role.FLOOR, Heartbeats::none));
    return contest("15,000 Flux.interval of 5 s", "second", entrants);
  }

  private static Contest gateway() {
    return http("a gateway in Reactor Netty, timeout of 2 s", "request", 2, Http::gateway);
  }

  private static Contest events() {
    return http("32 streams of server-sent events, timeout of 30 s", "chunk", 30, Http::events);
  }

  private static Contest http(
      String setting,
      String op,
      int seconds,
      BiFunction<Scheduler, Function<Flux<String>, Flux<String>>, Http> make) {
    Duration time = Duration.ofSeconds(seconds);
    List<Entrant> entrants =
        onEachScheduler(by -> make.apply(by, stream -> stream.timeout(time, by)));
    entrants.addFirst(
        new Entrant(
            "WheelOperators",
            Role.SUBJECT,
            () -> {
              WheelScheduler wheel = WheelScheduler.create();
              return make.apply(wheel, WheelOperators.timeout(time, wheel));
            }));
    entrants.addFirst(
        new Entrant(
            "no timer",
            Role.FLOOR,
            () -> make.apply(Schedulers.newSingle("bench"), Function.identity())));
    return contest(setting, op, entrants);
  }

  /** {@return a list to add others to} */
  private static List<Entrant> onEachScheduler(Function<Scheduler, Contestant> make) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(on("WheelFactory", Role.SUBJECT, ReactorQuestion::byFactory, make));
    entrants.add(on("WheelScheduler", Role.SUBJECT, WheelScheduler::create, make));
    entrants.add(on("parallel", Role.PEER, () -> Schedulers.newParallel("bench"), make));
    return entrants;
  }

  private static Entrant on(
      String name,
      Role role,
      Callable<? extends Scheduler> scheduler,
      Function<Scheduler, Contestant> make) {
    return new Entrant(name, role, () -> make.apply(scheduler.call()));
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
