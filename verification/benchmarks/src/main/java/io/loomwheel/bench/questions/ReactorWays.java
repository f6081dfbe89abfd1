package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** What keeps the time of Reactor's streams, each made for one contestant. Stateless. */
final class ReactorWays {
  /** Makes a contestant, which disposes of the scheduler. */
  interface On {
    Contestant make(Scheduler scheduler) throws Exception;
  }

  /** As {@link On}, with what gives a stream its timeout. */
  interface Timed<T> {
    Contestant make(Scheduler scheduler, Function<Flux<T>, Flux<T>> timeout) throws Exception;
  }

  /**
   * {@return an entrant without a timeout, and one for each way to have one; others may be added}
   */
  static <T> List<Entrant> timeouts(Duration idle, Timed<T> timed) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(
        new Entrant(
            "no timeout",
            Role.FLOOR,
            () -> timed.make(Schedulers.newSingle("bench"), Function.identity())));
    entrants.add(
        new Entrant(
            "WheelOperators",
            Role.SUBJECT,
            () -> {
              WheelScheduler wheel = WheelScheduler.create();
              return timed.make(wheel, WheelOperators.timeout(idle, wheel));
            }));
    entrants.addAll(schedulers(by -> timed.make(by, stream -> stream.timeout(idle, by))));
    return entrants;
  }

  /** {@return an entrant for each scheduler} */
  static List<Entrant> schedulers(On on) {
    return List.of(
        entrant("WheelFactory", Role.SUBJECT, ReactorWays::byFactory, on),
        entrant("WheelScheduler", Role.SUBJECT, WheelScheduler::create, on),
        entrant("parallel", Role.PEER, () -> Schedulers.newParallel("bench"), on));
  }

  static Entrant entrant(String name, Role role, Callable<? extends Scheduler> scheduler, On on) {
    return new Entrant(name, role, () -> on.make(scheduler.call()));
  }

  /** What {@code Schedulers.parallel()} is for an application that has installed the factory. */
  private static Scheduler byFactory() {
    ThreadFactory threads = Thread.ofPlatform().daemon().name("bench-", 0).factory();
    int cores = Runtime.getRuntime().availableProcessors();
    Scheduler made = new WheelFactory(WheelTimer.shared()).newParallel(cores, threads);
    made.init();
    return made;
  }
}
