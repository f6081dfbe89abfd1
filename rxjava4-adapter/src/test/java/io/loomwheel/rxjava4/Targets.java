package io.loomwheel.rxjava4;

import io.reactivex.rxjava4.core.Scheduler;
import io.reactivex.rxjava4.plugins.RxJavaPlugins;
import java.util.concurrent.Executors;

/** What RxJava 4 can run tasks on that RxJava 3 doesn't have. */
final class Targets {
  /** {@return what {@code Schedulers.virtual()} is, made anew} */
  static Scheduler onVirtualThreads() {
    return RxJavaPlugins.createDeferredExecutorScheduler(
        Executors::newVirtualThreadPerTaskExecutor, true, true);
  }
}
