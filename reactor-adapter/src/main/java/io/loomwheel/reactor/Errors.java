package io.loomwheel.reactor;

import io.loomwheel.internal.drive.Callbacks;
import java.util.concurrent.Executor;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Hands an exception of a task to Reactor's own error handling: the thread's handler of uncaught
 * exceptions, then the hook of {@code Schedulers.onHandleError}.
 *
 * <p>The threads of Reactor's own schedulers have a handler that logs. Here a thread that has no
 * handler of its own, such as a virtual thread of the relay, is lent one, because the JDK would
 * print the exception past the log.
 *
 * <p>Reactor doesn't publish that handling. But a scheduler that Reactor makes around an inline
 * executor applies it to each exception of a task. This executor is also a {@code Scheduler};
 * therefore the Worker used here doesn't call the hook of {@code Schedulers.onSchedule}. Used on
 * the error path only.
 */
final class Errors implements Executor, Scheduler {
  private static final Logger LOG = Loggers.getLogger(WheelScheduler.class);
  private static final Scheduler.Worker INLINE =
      Schedulers.fromExecutor(new Errors()).createWorker();

  static void handle(Throwable cause) {
    Thread thread = Thread.currentThread();
    boolean lent = thread.getUncaughtExceptionHandler() == thread.getThreadGroup();
    if (lent) {
      thread.setUncaughtExceptionHandler(
          (on, thrown) -> LOG.error("A task of a scheduler failed on " + on, thrown));
    }
    try {
      INLINE.schedule(() -> Callbacks.throwIfAny(cause));
    } finally {
      if (lent) {
        thread.setUncaughtExceptionHandler(null);
      }
    }
  }

  /** Throws nothing: Reactor would handle what the hook throws as the failure of a task. */
  @Override
  public void execute(Runnable task) {
    try {
      task.run();
    } catch (Throwable hookFailed) {
      LOG.error("The hook of onHandleError failed", hookFailed);
    }
  }

  @Override
  public Disposable schedule(Runnable task) {
    throw new UnsupportedOperationException("this scheduler only lends its thread");
  }

  @Override
  public Worker createWorker() {
    throw new UnsupportedOperationException("this scheduler only lends its thread");
  }
}
