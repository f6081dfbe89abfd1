package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * A task that is handed to another scheduler. That scheduler refuses it by returning a disposed
 * {@code Disposable}, but some return one after they have run the task. The flag decides: the
 * thread that runs the task sets it, or the thread that takes the task back.
 */
final class ClaimableTask extends AtomicBoolean implements Runnable {
  private static final long serialVersionUID = 1;

  private final transient Runnable task;

  private ClaimableTask(Runnable task) {
    this.task = task;
  }

  /**
   * Hands a task to a scheduler or a Worker.
   *
   * @param task the task, run at most once
   * @param taker the target's {@link Scheduler#scheduleDirect(Runnable)} or {@link
   *     Scheduler.Worker#schedule}
   * @return false if the task was refused, and will not run
   */
  static boolean over(Runnable task, Function<Runnable, Disposable> taker) {
    ClaimableTask handed = new ClaimableTask(task);
    return !taker.apply(handed).isDisposed() || !handed.claim();
  }

  private boolean claim() {
    return compareAndSet(false, true);
  }

  @Override
  public void run() {
    if (claim()) {
      task.run();
    }
  }
}
