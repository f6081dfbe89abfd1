package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;

/**
 * A Worker of another scheduler, given back once it is not needed any more and runs nothing.
 *
 * <p>A stock Worker that is disposed of interrupts what it runs, in {@code newThread()} even the
 * thread that disposes of it. Who may be interrupted is for our own tasks to say, so the Worker is
 * left alone until the one in hand is over. Thread-safe.
 */
final class Loan extends RxTarget {
  private final Scheduler.Worker worker;

  /** Runs under way: one, or more where the Worker runs inline. Guarded by this. */
  private int running;

  /** Set once, under the monitor; read by anyone. */
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
