package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

/** What keeps the time of RxJava's streams, each made for one contestant. Stateless. */
final class RxWays {
  /** Makes a contestant, which calls the end once, when it is done with the scheduler. */
  interface On {
    Contestant make(Scheduler scheduler, Runnable end) throws Exception;
  }

  /** As {@link On}, with what gives a stream its timeout. */
  interface Timed {
    Contestant make(
        Scheduler scheduler, FlowableTransformer<Integer, Integer> timeout, Runnable end)
        throws Exception;
  }

  /**
   * {@return an entrant without a timeout, and one for each way to have one; others may be added}
   */
  static List<Entrant> timeouts(long idleSeconds, Timed timed) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(
        new Entrant(
            "no timeout",
            Role.FLOOR,
            () -> {
              Scheduler stock = stock();
              return timed.make(stock, stream -> stream, stock::shutdown);
            }));
    entrants.add(
        new Entrant(
            "WheelOperators",
            Role.SUBJECT,
            () -> {
              WheelScheduler wheel = WheelScheduler.create();
              return timed.make(
                  wheel, WheelOperators.timeout(idleSeconds, SECONDS, wheel), wheel::shutdown);
            }));
    entrants.addAll(
        schedulers(
            (by, end) -> timed.make(by, stream -> stream.timeout(idleSeconds, SECONDS, by), end)));
    return entrants;
  }

  /** {@return an entrant for each scheduler} */
  static List<Entrant> schedulers(On on) {
    return List.of(
        new Entrant("WheelPlugins", Role.SUBJECT, () -> withPlugins(on)),
        new Entrant(
            "WheelScheduler",
            Role.SUBJECT,
            () -> {
              WheelScheduler wheel = WheelScheduler.create();
              return on.make(wheel, wheel::shutdown);
            }),
        new Entrant(
            "computation",
            Role.PEER,
            () -> {
              Scheduler stock = stock();
              return on.make(stock, stock::shutdown);
            }));
  }

  private static Scheduler stock() {
    return RxJavaPlugins.createComputationScheduler(Executors.defaultThreadFactory());
  }

  /** RxJava's default, and the delays of that on the wheel. */
  private static Contestant withPlugins(On on) throws Exception {
    WheelTimer timer = WheelTimer.create();
    WheelPlugins.install(timer);
    return on.make(
        Schedulers.computation(),
        () -> {
          WheelPlugins.uninstall();
          timer.stop();
        });
  }
}
