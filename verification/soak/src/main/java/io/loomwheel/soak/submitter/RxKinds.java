package io.loomwheel.soak.submitter;

import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The ways to make an RxJava scheduler. Stateless. */
final class RxKinds {
  static Submitter on(Ground ground, boolean asWorker) {
    return new RxSubmitter(WheelScheduler.on(ground.timer()), asWorker);
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
    return new RxSubmitter(scheduler, true, scheduler::shutdown, pool::shutdown);
  }

  /** Workers whose tasks aren't interrupted, or a scheduler whose tasks are. */
  static Submitter delegating(Ground ground, boolean asWorker) {
    Scheduler target = Schedulers.computation();
    return new RxSubmitter(
        asWorker
            ? WheelScheduler.delegating(ground.timer(), target, false)
            : WheelScheduler.delegating(ground.timer(), target),
        asWorker);
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
    return new RxSubmitter(scheduler, asWorker, WheelPlugins::uninstall, () -> {});
  }
}
