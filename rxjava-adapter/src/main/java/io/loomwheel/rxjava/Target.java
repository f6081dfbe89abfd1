package io.loomwheel.rxjava;

import io.loomwheel.loom.task.Task;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

/**
 * What runs tasks in place of the timer's executor: another scheduler, one of its Workers, or the
 * user's executor. Thread-safe if that is.
 */
final class Target implements Executor {
  private final Predicate<Runnable> taker;
  private final Disposable life;

  private Target(Predicate<Runnable> taker, Disposable life) {
    this.taker = taker;
    this.life = life;
  }

  static Target of(Executor executor) {
    return new Target(
        task -> {
          executor.execute(task);
          return true;
        },
        Disposable.empty());
  }

  static Target of(Scheduler scheduler) {
    return new Target(task -> Handed.over(task, scheduler::scheduleDirect), Disposable.empty());
  }

  static Target of(Scheduler.Worker worker) {
    return new Target(task -> Handed.over(task, worker::schedule), worker);
  }

  /**
   * Hands a task over.
   *
   * @return false if it was refused: it will not run, and {@code RxJavaPlugins.onError} was told
   *     unless the target, being disposed of, refuses silently
   */
  boolean offer(Runnable task) {
    try {
      return taker.test(task);
    } catch (RejectedExecutionException refused) {
      RxJavaPlugins.onError(refused);
      return false;
    }
  }

  /** Hands over a task of a scheduler, which is disposed of if it is refused. */
  @Override
  public void execute(Runnable task) {
    if (!offer(task)) {
      ((Task) task).dispose();
    }
  }

  /** {@return whether this is a Worker that was disposed of} */
  boolean isDisposed() {
    return life.isDisposed();
  }

  /** Disposes of the Worker, if it is one. */
  void dispose() {
    life.dispose();
  }
}
