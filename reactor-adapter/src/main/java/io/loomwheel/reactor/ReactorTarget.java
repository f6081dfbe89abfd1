package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.Task;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * Another scheduler, or one of its Workers, that runs what has waited on the wheel.
 *
 * <p>Thread-safe. A target that is gone drops what is due. One that is full is asked again a little
 * later: nothing is lost, and all of it still runs on the target's threads.
 */
final class ReactorTarget implements Executor {
  /** Long enough that a target which stays full isn't kept busy by being asked. */
  private static final Duration UNTIL_ASKED_AGAIN = Duration.ofMillis(10);

  private final WheelTimer timer;
  private final Scheduler scheduler;
  private final Disposable life;
  private final Consumer<Runnable> taker;

  /** The thread that is to be told of a refusal; written by that thread alone. */
  private @Nullable Thread submitter;

  /** Written and read by that thread. */
  private @Nullable RejectedExecutionException refusal;

  private ReactorTarget(
      WheelTimer timer, Scheduler scheduler, Disposable life, Consumer<Runnable> taker) {
    this.timer = timer;
    this.scheduler = scheduler;
    this.life = life;
    this.taker = taker;
  }

  static ReactorTarget of(WheelTimer timer, Scheduler scheduler) {
    return new ReactorTarget(timer, scheduler, scheduler, scheduler::schedule);
  }

  /** {@return one of this target's Workers as a target} */
  ReactorTarget of(Scheduler.Worker worker) {
    return new ReactorTarget(timer, scheduler, worker, worker::schedule);
  }

  ReactorTarget newWorker() {
    return of(scheduler.createWorker());
  }

  /** Hands a task over for a caller who is to learn if it is refused. */
  void submit(Runnable task) {
    taker.accept(task);
  }

  /**
   * Does what hands over on this thread, and throws if the target has refused.
   *
   * @return the same as that
   */
  boolean telling(BooleanSupplier submission) {
    submitter = Thread.currentThread();
    try {
      boolean taken = submission.getAsBoolean();
      if (refusal != null) {
        throw refusal;
      }
      return taken;
    } finally {
      submitter = null;
    }
  }

  @Override
  public void execute(Runnable due) {
    try {
      taker.accept(due);
    } catch (RejectedExecutionException refused) {
      if (isDisposed()) {
        drop(due);
      } else if (submitter == Thread.currentThread()) {
        refusal = refused;
      } else {
        timer.schedule(() -> execute(due), UNTIL_ASKED_AGAIN);
      }
    }
  }

  /** A strand is let run here and now: the tasks on it find out that they are not to. */
  private static void drop(Runnable due) {
    if (due instanceof Task task) {
      task.dispose();
    } else {
      due.run();
    }
  }

  boolean isDisposed() {
    return life.isDisposed() || scheduler.isDisposed();
  }

  void dispose() {
    life.dispose();
  }
}
