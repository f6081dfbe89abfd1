package io.loomwheel.soak.errors;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.WheelFactory;
import io.loomwheel.reactor.WheelOperators;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** Schedulers and streams of Reactor. */
final class ReactorSubjects {
  static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "errors");
    thread.setDaemon(true);
    return thread;
  }

  /** Reactor's own threads, which take what is due in batches. */
  static Subject parallel(WheelTimer timer) {
    return of(new WheelFactory(timer).newParallel(2, ReactorSubjects::daemon));
  }

  static Subject elastic(WheelTimer timer) {
    return of(new WheelFactory(timer).newBoundedElastic(2, 1000, ReactorSubjects::daemon, 1));
  }

  static Subject of(Scheduler scheduler) {
    scheduler.init();
    return Subject.<Scheduler.Worker>withWorkers(
        scheduler::createWorker,
        (by, job) -> {
          Disposable taken =
              by == null
                  ? job.by(scheduler::schedule, scheduler::schedulePeriodically)
                  : job.by(by::schedule, by::schedulePeriodically);
          return taken::dispose;
        },
        Scheduler.Worker::dispose,
        scheduler::dispose);
  }

  static Subject idle(WheelTimer timer) {
    return job ->
        Flux.never()
                .transform(WheelOperators.timeout(job.delay(), timer))
                .subscribe(any -> {}, timedOut -> job.run())
            ::dispose;
  }
}
