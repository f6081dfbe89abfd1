package io.loomwheel.dispatch;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/**
 * Starts a new virtual thread for each task. Thread-safe; about a microsecond a task.
 *
 * <p>A thread takes neither inheritable thread locals nor the context class loader from the one
 * that starts it, which is the driver, a relief, or anybody who arms without a delay: what a task
 * sees must not hang on which.
 */
final class PerTask implements Executor {
  private final ThreadFactory threads;

  PerTask(String threadName) {
    threads = Thread.ofVirtual().name(threadName).inheritInheritableThreadLocals(false).factory();
  }

  @Override
  public void execute(Runnable task) {
    try {
      threads.newThread(task).start();
    } catch (OutOfMemoryError e) {
      throw new RejectedExecutionException("no virtual thread could be started", e);
    }
  }
}
