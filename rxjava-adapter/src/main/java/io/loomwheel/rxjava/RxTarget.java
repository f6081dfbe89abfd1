package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.internal.DueBatches;
import io.loomwheel.loom.internal.Task;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks in place of the timer's executor: on the user's executor, another scheduler, or one of
 * its Workers. Thread-safe if those are.
 */
abstract class RxTarget implements Executor {
  static RxTarget of(Executor executor) {
    return new OfExecutor(executor);
  }

  /**
   * {@return a target that runs tasks on a scheduler}
   *
   * @param threads how many threads the scheduler has for all tasks, so that they may run in
   *     batches; 0 if it may start one for each
   */
  static RxTarget of(WheelTimer timer, Scheduler scheduler, int threads) {
    return new OfScheduler(timer, scheduler, threads);
  }

  /**
   * Takes a task or refuses it; may refuse by an exception.
   *
   * @return false if the task was refused, or is done already: some schedulers answer both alike
   */
  abstract boolean take(Runnable task);

  /**
   * Takes what is due, or refuses it. If a scheduler fails otherwise, because of a hook, that is
   * reported, and it runs on a fresh virtual thread: it was accepted long ago.
   *
   * @return false if it was refused, or is done already
   */
  boolean takeDue(Runnable due) {
    try {
      return take(due);
    } catch (RejectedExecutionException refused) {
      throw refused;
    } catch (Throwable failure) {
      runElsewhere(due, failure);
      return true;
    }
  }

  private static void runElsewhere(Runnable due, Throwable ofAHook) {
    Relay.perTask().execute(due);
    RxJavaPlugins.onError(ofAHook);
  }

  /** {@return a target for the tasks of one Worker; only that Worker disposes of it} */
  RxTarget newWorker() {
    return this;
  }

  /** {@return the time of this target, or of the given function if it has none} */
  long now(TimeUnit unit, ToLongFunction<TimeUnit> otherwise) {
    return otherwise.applyAsLong(unit);
  }

  /**
   * Hands over a task of a scheduler. If it is refused, it is withdrawn; an exception goes to
   * {@code RxJavaPlugins.onError}.
   */
  final void hand(Task task) {
    hand(task, this::take);
  }

  /** The same for a task that is due. */
  @Override
  public void execute(Runnable due) {
    hand((Task) due, this::takeDue);
  }

  private static void hand(Task task, Predicate<Runnable> taker) {
    try {
      if (taker.test(task)) {
        return;
      }
    } catch (Throwable refused) {
      RxJavaPlugins.onError(refused);
    }
    task.withdraw(); // unless it has begun
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

    /** The same: an executor refuses by any exception. */
    @Override
    boolean takeDue(Runnable due) {
      return take(due);
    }
  }

  /**
   * Another scheduler, which gives each of our Workers one of its own. If it has a few threads for
   * all tasks, what is due goes there in batches.
   */
  private static final class OfScheduler extends RxTarget {
    private final WheelTimer timer;
    private final Scheduler scheduler;
    private final @Nullable RxBatches batches;

    OfScheduler(WheelTimer timer, Scheduler scheduler, int threads) {
      this.timer = timer;
      this.scheduler = scheduler;
      this.batches = threads == 0 ? null : new RxBatches(threads);
    }

    @Override
    boolean take(Runnable task) {
      return !scheduler.scheduleDirect(task).isDisposed();
    }

    @Override
    public void execute(Runnable due) {
      if (batches == null) {
        DueBatches.offDriver(timer, () -> super.execute(due));
      } else {
        batches.add((Task) due);
      }
    }

    private final class RxBatches extends DueBatches {
      RxBatches(int threads) {
        super(timer, threads);
      }

      @Override
      protected boolean offer() {
        try {
          return scheduler.scheduleDirect(this) != Disposable.disposed();
        } catch (Throwable failure) { // of a hook: the tasks were accepted long ago
          runElsewhere(this, failure);
          return true;
        }
      }

      @Override
      protected void refused(Task task) {
        task.withdraw();
      }
    }

    @Override
    RxTarget newWorker() {
      return new OfWorker(scheduler.createWorker());
    }

    @Override
    long now(TimeUnit unit, ToLongFunction<TimeUnit> otherwise) {
      return scheduler.now(unit);
    }
  }

  private static final class OfWorker extends RxTarget {
    private final Scheduler.Worker worker;

    OfWorker(Scheduler.Worker worker) {
      this.worker = worker;
    }

    @Override
    boolean take(Runnable task) {
      return !worker.schedule(task).isDisposed();
    }

    @Override
    boolean isDisposed() {
      return worker.isDisposed();
    }

    @Override
    void dispose() {
      try {
        worker.dispose();
      } catch (Throwable failure) {
        RxJavaPlugins.onError(failure);
      }
    }
  }
}
