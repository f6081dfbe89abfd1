package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;

/** How many threads a scheduler has for all tasks, if it is one of RxJava's own. */
final class StockThreads {
  private static final int OF_COMPUTATION =
      computationThreads(
          Runtime.getRuntime().availableProcessors(),
          Integer.getInteger("rx3.computation-threads", 0));

  /**
   * {@return the number of threads; 0 if the scheduler starts one for each task, or is anything but
   * RxJava's own} Their classes are known by their names, as they are not exported. What stands in
   * the place of one may run tasks inside the call, or each on a thread of its own.
   */
  static int of(Scheduler scheduler) {
    return switch (scheduler.getClass().getName()) {
      case "io.reactivex.rxjava3.internal.schedulers.ComputationScheduler" -> OF_COMPUTATION;
      case "io.reactivex.rxjava3.internal.schedulers.SingleScheduler" -> 1;
      default -> 0;
    };
  }

  /** {@return how many threads RxJava's computation has: its setting can only lower them} */
  static int computationThreads(int processors, int setting) {
    return setting <= 0 ? processors : Math.min(processors, setting);
  }
}
