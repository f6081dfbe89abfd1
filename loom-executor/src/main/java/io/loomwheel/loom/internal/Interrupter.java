package io.loomwheel.loom.internal;

import io.loomwheel.dispatch.Relay;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts threads, one after the other or a few at once, on platform threads of its own.
 *
 * <p>A driver uses it, because an interrupt may run user code: an overridden {@code interrupt}, or
 * the close of the channel that the thread blocks on. A virtual thread can't do it either: the
 * tasks to be interrupted may hold all carriers. A thread starts when needed and ends after a
 * second without work. Thread-safe; never waits.
 */
public final class Interrupter {
  private static final ThreadFactory THREADS =
      Thread.ofPlatform()
          .daemon()
          .name("loomwheel-interrupter")
          .inheritInheritableThreadLocals(false)
          .factory();

  private final int most;
  private @Nullable ThreadPoolExecutor threads;

  /**
   * Makes one that has no thread yet.
   *
   * @param most how many threads it may have, so that an interrupt which takes long delays no other
   */
  public Interrupter(int most) {
    this.most = most;
  }

  /**
   * Calls an action soon.
   *
   * @param interrupts a thread, if it still has to be interrupted then
   */
  public void execute(Runnable interrupts) {
    try {
      threads().execute(interrupts);
    } catch (OutOfMemoryError noThread) {
      Relay.perTask().execute(interrupts);
    }
  }

  private synchronized ThreadPoolExecutor threads() {
    if (threads == null) {
      threads =
          new ThreadPoolExecutor(
              most, most, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), THREADS);
      threads.allowCoreThreadTimeOut(true);
    }
    return threads;
  }
}
