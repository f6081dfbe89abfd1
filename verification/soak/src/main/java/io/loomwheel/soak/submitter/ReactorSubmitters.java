package io.loomwheel.soak.submitter;

import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import io.loomwheel.reactor.WheelScheduler;
import io.loomwheel.soak.submitter.Place.Handle;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The ways to make a Reactor scheduler, and timeouts of streams on it. Stateless. */
final class ReactorSubmitters {
  private static final ThreadFactory THREADS = Thread.ofPlatform().name("soak-reactor").factory();
  private static final int SECONDS_TO_LIVE = 1;

  static Submitter on(Ground ground, boolean asWorker) {
    return submitter(WheelScheduler.on(ground.timer()), asWorker, false, () -> {});
  }

  /** Workers on one thread of an executor that isn't the timer's. */
  static Submitter onExecutor(Ground ground) {
    ExecutorService pool = Executors.newSingleThreadExecutor(THREADS);
    WheelScheduler scheduler =
        WheelScheduler.builder()
            .timer(ground.timer())
            .name("soak")
            .taskExecutor(pool)
            .interruptOnDispose(false)
            .build();
    return submitter(scheduler, true, false, pool::shutdown);
  }

  static Submitter delegating(Ground ground, boolean asWorker) {
    Scheduler target = Schedulers.newParallel(2, THREADS);
    return submitter(
        WheelScheduler.delegating(ground.timer(), target), asWorker, false, target::dispose);
  }

  /** One of the four schedulers of a factory. */
  static Submitter ofFactory(Ground ground, int which, boolean asWorker) {
    WheelFactory factory = new WheelFactory(ground.timer());
    Scheduler scheduler =
        switch (which % 4) {
          case 0 -> factory.newParallel(2, THREADS);
          case 1 -> factory.newSingle(THREADS);
          case 2 -> factory.newBoundedElastic(2, Integer.MAX_VALUE, THREADS, SECONDS_TO_LIVE);
          default -> factory.newThreadPerTaskBoundedElastic(2, Integer.MAX_VALUE, THREADS);
        };
    scheduler.init(); // as Schedulers does for those that it asks a factory for
    return submitter(scheduler, asWorker, true, () -> {});
  }

  private static Submitter submitter(
      Scheduler scheduler, boolean asWorker, boolean isForeign, Runnable release) {
    return new SchedulerSubmitter(
        Place.of(scheduler),
        asWorker ? () -> Place.of(scheduler.createWorker()) : null,
        isForeign,
        (now, whenOver) -> {
          if (now) {
            scheduler.dispose();
            whenOver.run();
          } else {
            scheduler.disposeGracefully().doFinally(how -> whenOver.run()).subscribe();
          }
        },
        release);
  }

  /** Streams that time out on the wheel, with a fallback or without one. */
  static Submitter timeout(Ground ground) {
    WheelScheduler scheduler = WheelScheduler.on(ground.timer());
    return new TimeoutSubmitter(
        ground,
        scheduler::dispose,
        (number, body, idle, onError) ->
            Handle.of(
                Flux.never()
                    .transform(timeout(number, idle, Mono.fromRunnable(body), scheduler))
                    .subscribe(element -> {}, onError)));
  }

  private static Function<Flux<Object>, Flux<Object>> timeout(
      int form, Duration idle, Mono<Object> then, WheelScheduler scheduler) {
    Duration afterAnElement = Duration.ZERO; // which never comes
    return switch (form % 4) {
      case 0 -> WheelOperators.timeout(idle, scheduler);
      case 1 -> WheelOperators.timeout(idle, then, scheduler);
      case 2 -> WheelOperators.timeout(idle, afterAnElement, scheduler);
      default -> WheelOperators.timeout(idle, afterAnElement, then, scheduler);
    };
  }
}
