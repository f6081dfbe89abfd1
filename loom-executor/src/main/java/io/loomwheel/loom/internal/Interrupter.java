package io.loomwheel.loom.internal;

import io.loomwheel.dispatch.Relay;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts running tasks, one after the other, on its own platform thread.
 *
 * <p>A driver uses it, because an interrupt may run user code: an overridden {@code interrupt}, or
 * the close of the channel that the thread blocks on. A virtual thread can't do it either: the
 * tasks to be interrupted may hold all carriers. The thread starts when needed and ends after a
 * second without work. Thread-safe; never waits.
 */
final class Interrupter {
  private static final ThreadFactory THREADS =
      Thread.ofPlatform()
          .daemon()
          .name("loomwheel-interrupter")
          .inheritInheritableThreadLocals(false)
          .factory();

  private @Nullable ThreadPoolExecutor thread;

  /** Interrupts a task soon, if it still runs then. */
  void interrupt(Task task) {
    try {
      thread().execute(task::endRun);
    } catch (OutOfMemoryError noThread) {
      Relay.perTask().execute(task::endRun);
    }
  }

  private synchronized ThreadPoolExecutor thread() {
    if (thread == null) {
      thread =
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), THREADS);
      thread.allowCoreThreadTimeOut(true);
    }
    return thread;
  }
}
