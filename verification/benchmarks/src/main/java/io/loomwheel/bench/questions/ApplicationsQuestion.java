package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.rxjava.WheelPlugins;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import reactor.core.scheduler.Scheduler;

/**
 * What applications take in which timers fire all the time: market data in RxJava, heartbeats in
 * Reactor; on a quiet machine, and beside two processes that never pause. One operation is a second
 * of it; the floor is the same pace without a timer.
 */
final class ApplicationsQuestion implements Question {
  private static final int LOOPS = 2;

  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        market(),
        heartbeats(),
        BesideLoops.beside(LOOPS, market()),
        BesideLoops.beside(LOOPS, heartbeats()));
  }

  private static Contest market() {
    return contest(
        "market data, 200 symbols, 20,000 ticks a second, 50,000 Single.timeout a second",
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
        Schedulers.computation(),
        () -> {
          WheelPlugins.uninstall();
          timer.stop();
        });
  }

  private static Contest heartbeats() {
    return contest(
        "15,000 Flux.interval of 5 s",
        List.of(
            new Entrant("no timer", Role.FLOOR, Heartbeats::none),
            heartbeats("WheelFactory", Role.SUBJECT, ReactorQuestion::byFactory),
            heartbeats("WheelScheduler", Role.SUBJECT, io.loomwheel.reactor.WheelScheduler::create),
            heartbeats(
                "parallel",
                Role.PEER,
                () -> reactor.core.scheduler.Schedulers.newParallel("bench"))));
  }

  private static Entrant heartbeats(String name, Role role, Callable<? extends Scheduler> make) {
    return new Entrant(name, role, () -> new Heartbeats(make.call()));
  }

  private static Contest contest(String setting, List<Entrant> entrants) {
    return new Contest("applications", setting, "second", false, entrants);
  }
}
