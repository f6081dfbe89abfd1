package io.loomwheel.soak.errors;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelPlugins;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.RejectedExecutionException;

/** Schedulers and streams of RxJava. */
final class RxSubjects {
  private static final Scheduler THREADS =
      RxJavaPlugins.createComputationScheduler(ReactorSubjects::daemon);

  /** RxJava's own threads, which take what is due in batches. */
  static Subject computation(WheelTimer timer) {
    WheelPlugins.install(timer);
    try {
      return of(RxJavaPlugins.onComputationScheduler(THREADS));
    } finally {
      WheelPlugins.uninstall();
    }
  }

  static Subject of(Scheduler scheduler) {
    return Subject.<Scheduler.Worker>withWorkers(
        scheduler::createWorker,
        (by, job) -> {
          Disposable taken =
              by == null
                  ? job.by(scheduler::scheduleDirect, scheduler::schedulePeriodicallyDirect)
                  : job.by(by::schedule, by::schedulePeriodically);
          if (taken == Disposable.disposed()) {
            throw new RejectedExecutionException("refused " + job);
          }
          return taken::dispose;
        },
        Scheduler.Worker::dispose,
        () -> {});
  }

  static Subject idle(WheelTimer timer) {
    return job ->
        Flowable.never()
                .compose(WheelOperators.timeout(job.delay(), timer))
                .subscribe(any -> {}, timedOut -> job.run())
            ::dispose;
  }
}
