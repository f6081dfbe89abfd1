package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Engine;
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
 * Another scheduler, or one of its Workers, that runs tasks after they waited on the wheel.
 *
 * <p>Thread-safe. If the target is disposed of, due tasks are dropped. If it is full, a task is
 * offered again a little later: no task is lost, and all run on the target's threads.
 *
 * <p>A thread that the target starts inherits the context class loader of the thread that hands a
 * task over. If that is the driver, it takes the loader of whoever made this target meanwhile.
 */
final class ReactorTarget implements Executor {
  /** Long enough that the offers don't keep a full target busy. */
  private static final Duration UNTIL_ASKED_AGAIN = Duration.ofMillis(10);

  private final WheelTimer timer;
  private final Engine engine;
  private final @Nullable ClassLoader loader;
  private final Scheduler scheduler;
  private final Disposable life;
  private final Consumer<Runnable> taker;

  /** The thread that gets a refusal as an exception; written by that thread only. */
  private @Nullable Thread submitter;

  /** The refusal for that thread; written and read by that thread only. */
  private @Nullable RejectedExecutionException refusal;

  private ReactorTarget(
      WheelTimer timer,
      @Nullable ClassLoader loader,
      Scheduler scheduler,
      Disposable life,
      Consumer<Runnable> taker) {
    this.timer = timer;
    this.engine = TimerAccess.engineOf(timer);
    this.loader = loader;
    this.scheduler = scheduler;
    this.life = life;
    this.taker = taker;
  }

  static ReactorTarget of(WheelTimer timer, Scheduler scheduler) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return new ReactorTarget(timer, loader, scheduler, scheduler, scheduler::schedule);
  }

  /** {@return one of this target's Workers as a target} */
  ReactorTarget of(Scheduler.Worker worker) {
    return new ReactorTarget(timer, loader, scheduler, worker, worker::schedule);
  }

  ReactorTarget newWorker() {
    return of(scheduler.createWorker());
  }

  /** Hands a task over, and throws if the target refuses it. */
  void submit(Runnable task) {
    taker.accept(task);
  }

  /**
   * Runs a submission on this thread, and throws if the target refused the task.
   *
   * @return the result of the submission
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
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    if (own == loader || !engine.isDriver()) {
      hand(due);
      return;
    }
    thread.setContextClassLoader(loader);
    try {
      hand(due);
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  private void hand(Runnable due) {
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

  /** Disposes of a task. Runs a strand inline: its tasks see that they were disposed of. */
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
