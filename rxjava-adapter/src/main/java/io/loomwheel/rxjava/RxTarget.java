package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.Task;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * Runs tasks in place of the timer's executor: on the user's executor, another scheduler, or one of
 * its Workers ({@link Loan}). Thread-safe if those are.
 */
abstract class RxTarget implements Executor {
  static RxTarget of(Executor executor) {
    return new OfExecutor(executor);
  }

  static RxTarget of(Scheduler scheduler) {
    return new OfScheduler(scheduler);
  }

  /**
   * Takes a task or refuses it; may refuse by an exception.
   *
   * @return false if the task is refused
   */
  abstract boolean take(Runnable task);

  /** {@return a target for the tasks of one Worker; only that Worker disposes of it} */
  RxTarget newWorker() {
    return this;
  }

  /** {@return the time of this target, or of the given function if it has none} */
  long now(TimeUnit unit, ToLongFunction<TimeUnit> otherwise) {
    return otherwise.applyAsLong(unit);
  }

  /**
   * Hands a task over.
   *
   * @return false if it was refused: it will not run. The refusal went to {@code
   *     RxJavaPlugins.onError}, unless the target is disposed of and refuses silently
   */
  final boolean offer(Runnable task) {
    try {
      return take(task);
    } catch (Throwable refused) {
      RxJavaPlugins.onError(refused);
      return false;
    }
  }

  /** Hands over a task of a scheduler, and disposes of it if it is refused. */
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

  /** The user's executor, which we must not shut down. */
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

  /** Another scheduler, which gives each of our Workers one of its own. */
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
