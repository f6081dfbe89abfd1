package io.loomwheel.reactor;

import java.util.concurrent.Executor;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Hands what a task has thrown to Reactor's own error handling: the thread's handler of uncaught
 * exceptions, then the hook of {@code Schedulers.onHandleError}.
 *
 * <p>Reactor keeps that to itself, but its scheduler around an executor that runs tasks on the spot
 * does it for whatever throws inside. As this executor is a {@code Scheduler} too, the Worker used
 * here leaves the hook of {@code Schedulers.onSchedule} alone. On the error path only.
 */
final class Errors implements Executor, Scheduler {
  private static final Scheduler.Worker INLINE =
      Schedulers.fromExecutor(new Errors()).createWorker();

  private Errors() {}

  static void handle(Throwable cause) {
    INLINE.schedule(() -> rethrow(cause));
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable cause) throws E {
    throw (E) cause;
  }

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public Disposable schedule(Runnable task) {
    task.run();
    return reactor.core.Disposables.disposed();
  }

  @Override
  public Worker createWorker() {
    throw new UnsupportedOperationException("this scheduler only lends its thread");
  }
}
