package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.Task;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * What runs tasks in place of the timer's executor: the user's executor, another scheduler, or one
 * of its Workers ({@link Loan}). Thread-safe if that is.
 */
abstract class RxTarget implements Executor {
  static RxTarget of(Executor executor) {
    return new OfExecutor(executor);
  }

  static RxTarget of(Scheduler scheduler) {
    return new OfScheduler(scheduler);
  }

  /**
   * Takes a task or not; may throw in place of saying no.
   *
   * @return false if the task is refused
   */
  abstract boolean take(Runnable task);

  /** {@return what runs the tasks of one Worker, which alone disposes of it} */
  RxTarget newWorker() {
    return this;
  }

  /** {@return what time it is here, or what somebody else says if this knows no time} */
  long now(TimeUnit unit, ToLongFunction<TimeUnit> otherwise) {
    return otherwise.applyAsLong(unit);
  }

  /**
   * Hands a task over.
   *
   * @return false if it was refused: it will not run, and {@code RxJavaPlugins.onError} was told
   *     unless the target, being disposed of, refuses silently
   */
  final boolean offer(Runnable task) {
    try {
      return take(task);
    } catch (Throwable refused) {
      RxJavaPlugins.onError(refused);
      return false;
    }
  }

  /** Hands over a task of a scheduler, which is disposed of if it is refused. */
  @Override
  public final void execute(Runnable task) {
    if (!offer(task)) {
      ((Task) task).dispose();
    }
  }

  /** {@return whether this is a Worker that was disposed of} */
  boolean isDisposed() {
    return false;
  }

  /** Disposes of the Worker, if it is one. Idempotent; any thread. */
  void dispose() {}

  /** The user's, which has no life that we may end. */
  private static final class OfExecutor extends RxTarget {
    private final Executor executor;

    OfExecutor(Executor executor) {
      this.executor = executor;
    }

    @Override
    boolean take(Runnable task) {
      executor.execute(task);
      return true;
    }
  }

  /** Another scheduler, of which each of our Workers gets a Worker. */
  private static final class OfScheduler extends RxTarget {
    private final Scheduler scheduler;

    OfScheduler(Scheduler scheduler) {
      this.scheduler = scheduler;
    }

    @Override
    boolean take(Runnable task) {
      return ClaimableTask.over(task, scheduler::scheduleDirect);
    }

    @Override
    RxTarget newWorker() {
      return new Loan(scheduler.createWorker());
    }

    @Override
    long now(TimeUnit unit, ToLongFunction<TimeUnit> otherwise) {
      return scheduler.now(unit);
    }
  }
}
