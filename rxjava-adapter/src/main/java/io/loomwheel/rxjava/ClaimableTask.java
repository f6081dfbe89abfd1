package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * A task on its way to another scheduler, which says that it will not run it by returning something
 * disposed, but so do some that have run it. Whoever sets the flag knows: the one who runs it, or
 * the one who handed it over and got it back.
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
   * @param task run at most once
   * @param taker its {@link Scheduler#scheduleDirect(Runnable)} or {@link
   *     Scheduler.Worker#schedule}
   * @return false if it was refused, and will not run
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
