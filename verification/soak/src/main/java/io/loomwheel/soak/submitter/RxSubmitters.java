package io.loomwheel.soak.submitter;

import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import io.loomwheel.soak.submitter.Place.Handle;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The ways to make an RxJava scheduler, and timeouts of streams on it. Stateless. */
final class RxSubmitters {
  /** After an element. */
  private static final Duration NEVER_COMES = Duration.ZERO;

  static Submitter on(Ground ground, boolean asWorker) {
    return submitter(WheelScheduler.on(ground.timer()), asWorker, () -> {});
  }

  /** Workers on one thread of an executor that isn't the timer's. */
  static Submitter onExecutor(Ground ground) {
    ExecutorService pool =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().name("soak-rx").factory());
    WheelScheduler scheduler =
        WheelScheduler.builder()
            .timer(ground.timer())
            .name("soak")
            .taskExecutor(pool)
            .interruptOnDispose(false)
            .build();
    return submitter(scheduler, true, pool::shutdown);
  }

  /** Workers whose tasks aren't interrupted, or a scheduler whose tasks are. */
  static Submitter delegating(Ground ground, boolean asWorker) {
    Scheduler target = Schedulers.computation();
    return submitter(
        asWorker
            ? WheelScheduler.delegating(ground.timer(), target, false)
            : WheelScheduler.delegating(ground.timer(), target),
        asWorker,
        () -> {});
  }

  private static Submitter submitter(WheelScheduler scheduler, boolean asWorker, Runnable release) {
    return submitter(scheduler, asWorker, false, scheduler::shutdown, release);
  }

  /** One of RxJava's own schedulers while the plugins are installed; they outlive the wave. */
  static Submitter ofPlugins(Ground ground, int which, boolean asWorker) {
    WheelPlugins.install(ground.timer());
    Scheduler scheduler =
        switch (which % 3) {
          case 0 -> Schedulers.computation();
          case 1 -> Schedulers.io();
          default -> Schedulers.single();
        };
    return submitter(scheduler, asWorker, true, WheelPlugins::uninstall, () -> {});
  }

  private static Submitter submitter(
      Scheduler scheduler, boolean asWorker, boolean isForeign, Runnable end, Runnable release) {
    return new SchedulerSubmitter(
        Place.of(scheduler),
        asWorker ? () -> Place.of(scheduler.createWorker()) : null,
        isForeign,
        (now, whenOver) -> {
          end.run();
          whenOver.run();
        },
        release);
  }

  /** Streams of both kinds that time out on the wheel, with a fallback or without one. */
  static Submitter timeout(Ground ground) {
    WheelScheduler scheduler = WheelScheduler.on(ground.timer());
    return new TimeoutSubmitter(
        ground,
        scheduler::shutdown,
        (number, body, idle, onError) -> {
          Disposable stream =
              number % 2 == 0
                  ? Flowable.never()
                      .compose(timeout(number / 2, idle, Flowable.fromRunnable(body), scheduler))
                      .subscribe(element -> {}, onError::accept)
                  : Observable.never()
                      .compose(timeout(number / 2, idle, Observable.fromRunnable(body), scheduler))
                      .subscribe(element -> {}, onError::accept);
          return new Handle(stream::dispose, stream::isDisposed);
        });
  }

  private static FlowableTransformer<Object, Object> timeout(
      int form, Duration idle, Flowable<Object> then, WheelScheduler scheduler) {
    return switch (form % 4) {
      case 0 -> WheelOperators.timeout(idle, scheduler);
      case 1 -> WheelOperators.timeout(idle, scheduler, then);
      case 2 -> WheelOperators.timeout(idle, NEVER_COMES, scheduler);
      default -> WheelOperators.timeout(idle, NEVER_COMES, scheduler, then);
    };
  }

  private static ObservableTransformer<Object, Object> timeout(
      int form, Duration idle, Observable<Object> then, WheelScheduler scheduler) {
    return switch (form % 4) {
      case 0 -> WheelOperators.timeout(idle, scheduler);
      case 1 -> WheelOperators.timeout(idle, scheduler, then);
      case 2 -> WheelOperators.timeout(idle, NEVER_COMES, scheduler);
      default -> WheelOperators.timeout(idle, NEVER_COMES, scheduler, then);
    };
  }
}
