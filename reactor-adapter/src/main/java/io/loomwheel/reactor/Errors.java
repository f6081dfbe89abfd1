package io.loomwheel.reactor;

import java.util.concurrent.Executor;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Hands an exception of a task to Reactor's own error handling: the thread's handler of uncaught
 * exceptions, then the hook of {@code Schedulers.onHandleError}.
 *
 * <p>Reactor doesn't publish that handling. But a scheduler that Reactor makes around an inline
 * executor applies it to each exception of a task. This executor is also a {@code Scheduler};
 * therefore the Worker used here doesn't call the hook of {@code Schedulers.onSchedule}. Used on
 * the error path only.
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
