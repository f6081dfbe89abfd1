package io.loomwheel.bench.questions;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.questions.Ways.Kept;
import io.loomwheel.bench.questions.Ways.Way;
import io.loomwheel.charts.Role;
import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.Executors;

/** What an idle timeout costs for each element of a stream, and what a delay costs, in RxJava. */
final class RxJavaQuestion {
  private static final int IDLE_SECONDS = 30;
  private static final int DELAY_MILLIS = 10;
  private static final int PENDING = 200_000;
  private static final int DELAYED = 1_000_000;

  static List<Contest> contests() {
    return List.of(timeouts(0), timeouts(PENDING), delays());
  }

  static Ways<Scheduler, FlowableTransformer<Integer, Integer>> ways(long idleSeconds) {
    return new Ways<>(
        new Way<>("WheelPlugins", Role.SUBJECT, RxJavaQuestion::withPlugins),
        new Way<>("WheelScheduler", Role.SUBJECT, () -> kept(WheelScheduler.create())),
        new Way<>(
            "computation",
            Role.PEER,
            () -> kept(RxJavaPlugins.createComputationScheduler(Executors.defaultThreadFactory()))),
        stream -> stream,
        by -> WheelOperators.timeout(idleSeconds, SECONDS, (WheelScheduler) by),
        by -> stream -> stream.timeout(idleSeconds, SECONDS, by));
  }

  private static Kept<Scheduler> kept(Scheduler scheduler) {
    return new Kept<>(scheduler, scheduler::shutdown);
  }

  /** RxJava's default, and the delays of that on the wheel. */
  private static Kept<Scheduler> withPlugins() {
    WheelTimer timer = WheelTimer.create();
    WheelPlugins.install(timer);
    return new Kept<>(
        Schedulers.computation(),
        () -> {
          WheelPlugins.uninstall();
          timer.stop();
        });
  }

  private static Contest timeouts(int pending) {
    List<Entrant> entrants =
        ways(IDLE_SECONDS)
            .timeouts((by, timeout) -> Contestant.of(timed(timeout), busy(by, pending)));
    entrants.add(
        new Entrant(
            "clock alone",
            Role.FLOOR,
            () -> timed(stream -> stream.doOnNext(element -> Meter.readClock()))));
    if (pending == 0) { // it would make a thread for each
      entrants.add(
          new Way<>(
                  "io",
                  Role.PEER,
                  () -> kept(RxJavaPlugins.createIoScheduler(Executors.defaultThreadFactory())))
              .entrant(by -> timed(stream -> stream.timeout(IDLE_SECONDS, SECONDS, by))));
    }
    return new Contest("rxjava", "", "element", entrants)
        .in("timeout of 30 s, %,d tasks pending", pending);
  }

  private static Contestant timed(FlowableTransformer<Integer, Integer> timeout) {
    Flowable<Integer> stream = Flowable.range(0, Ways.ELEMENTS).hide().compose(timeout);
    return Ways.stream(() -> stream.count().blockingGet());
  }

  /**
   * Schedules so many tasks that are due in an hour or more. {@return what cancels them: some
   * schedulers can't be shut down, and keep time by a thread that all of their kind share}
   */
  private static AutoCloseable busy(Scheduler by, int tasks) {
    CompositeDisposable pending = new CompositeDisposable();
    Delay.background(tasks, delay -> pending.add(by.scheduleDirect(() -> {}, delay, NANOSECONDS)));
    return pending::dispose;
  }

  private static Contest delays() {
    List<Entrant> entrants =
        ways(IDLE_SECONDS)
            .schedulers(
                by -> {
                  Flowable<Integer> stream =
                      Flowable.range(0, DELAYED).delay(DELAY_MILLIS, MILLISECONDS, by);
                  return Contestant.of(length -> inOrder(stream), busy(by, PENDING));
                });
    return new Contest("rxjava", "", "delay", entrants)
        .in("delay of 10 ms, %,d through one Worker, %,d tasks pending", DELAYED, PENDING);
  }

  /** A stream that is delayed as a whole, through one Worker. One operation is one element. */
  private static Round inOrder(Flowable<Integer> stream) {
    int[] next = {0};
    Meter meter = Meter.start();
    stream
        .doOnNext(
            element -> {
              if (element != next[0]++) {
                throw new IllegalStateException("out of order: " + element);
              }
            })
        .ignoreElements()
        .blockingAwait(); // asks for all at once
    if (next[0] != DELAYED) {
      throw new IllegalStateException("lost: all behind " + next[0]);
    }
    return meter.stop(DELAYED, 1);
  }
}
