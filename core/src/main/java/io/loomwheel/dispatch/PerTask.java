package io.loomwheel.dispatch;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Starts a new virtual thread for each task. Thread-safe; about a microsecond a task. */
final class PerTask implements Executor {
  @Override
  public void execute(Runnable task) {
    try {
      Thread.ofVirtual().name("loomwheel-task").start(task);
    } catch (OutOfMemoryError e) {
      throw new RejectedExecutionException("no virtual thread could be started", e);
    }
  }
}
