package io.loomwheel.soak.submitter;

import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelScheduler;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The ways to make a Reactor scheduler. Stateless. */
final class ReactorKinds {
  private static final ThreadFactory THREADS = Thread.ofPlatform().name("soak-reactor").factory();
  private static final int SECONDS_TO_LIVE = 1;

  static Submitter on(Ground ground, boolean asWorker) {
    return new ReactorSubmitter(WheelScheduler.on(ground.timer()), asWorker, () -> {});
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
    return new ReactorSubmitter(scheduler, true, pool::shutdown);
  }

  static Submitter delegating(Ground ground, boolean asWorker) {
    Scheduler target = Schedulers.newParallel(2, THREADS);
    return new ReactorSubmitter(
        WheelScheduler.delegating(ground.timer(), target), asWorker, target::dispose);
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
    return ReactorSubmitter.dropping(scheduler, asWorker);
  }
}
