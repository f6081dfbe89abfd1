package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;

/**
 * A Worker of another scheduler, given back when it is not needed any more and runs no task.
 *
 * <p>A stock Worker that is disposed of interrupts its running task, in {@code newThread()} even if
 * that task disposes of it. But our own tasks decide about interrupts. So the Worker is only
 * disposed of after its running task has ended. Thread-safe.
 */
final class Loan extends RxTarget {
  private final Scheduler.Worker worker;

  /** The number of current runs: more than one if the Worker runs inline. Guarded by this. */
  private int running;

  /** Whether to give the Worker back. Set once, under the monitor; read by any thread. */
  private volatile boolean over;

  Loan(Scheduler.Worker worker) {
    this.worker = worker;
  }

  @Override
  boolean take(Runnable task) {
    return ClaimableTask.over(() -> run(task), worker::schedule);
  }

  private void run(Runnable task) {
    begin();
    try {
      task.run();
    } finally {
      if (end()) {
        giveBack();
      }
    }
  }

  private synchronized void begin() {
    running++;
  }

  /** {@return whether this was the last run} */
  private synchronized boolean end() {
    running--;
    return over && running == 0;
  }

  @Override
  boolean isDisposed() {
    return over || worker.isDisposed();
  }

  @Override
  void dispose() {
    if (isLeftIdle()) {
      giveBack();
    }
  }

  private synchronized boolean isLeftIdle() {
    boolean first = !over;
    over = true;
    return first && running == 0;
  }

  private void giveBack() {
    try {
      worker.dispose();
    } catch (Throwable failure) {
      RxJavaPlugins.onError(failure);
    }
  }
}
