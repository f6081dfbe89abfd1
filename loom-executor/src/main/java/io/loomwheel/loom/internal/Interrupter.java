package io.loomwheel.loom.internal;

import io.loomwheel.dispatch.Relay;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts running tasks on a platform thread of its own, one after the other.
 *
 * <p>For a driver. It must not do so itself, because an interrupt runs what users wrote: the {@code
 * interrupt} of their thread, the closing of the channel that it blocks on. Virtual threads can't
 * do it either: the tasks to be interrupted may hold all carriers. The thread is started when
 * needed and ends after a second without work. Thread-safe; never waits.
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
