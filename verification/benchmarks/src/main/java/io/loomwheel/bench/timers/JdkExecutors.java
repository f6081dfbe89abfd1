package io.loomwheel.bench.timers;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Makes the JDK's scheduled executors. Stateless. */
public final class JdkExecutors {
  /** {@return one thread with a heap, from which the cancelled are removed} */
  static ScheduledExecutorService threadPool() {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }

  /**
   * {@return a work-stealing pool that has a scheduler of its own}
   *
   * @throws UnsupportedOperationException if this JDK's has none
   */
  public static ScheduledExecutorService forkJoinPool() {
    ForkJoinPool pool = new ForkJoinPool();
    if ((Object) pool instanceof ScheduledExecutorService scheduled) {
      return scheduled;
    }
    pool.shutdown();
    throw new UnsupportedOperationException(
        "ForkJoinPool schedules from JDK 25 on, this is " + Runtime.version().feature());
  }
}
