package io.loomwheel.loom.internal;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Interrupts threads, on a few platform threads for the whole JVM.
 *
 * <p>A driver uses it, because an interrupt may run user code: an overridden {@code interrupt}, or
 * the close of the channel that the thread blocks on. A virtual thread can't do it either: the
 * tasks to be interrupted may hold all carriers. While an interrupt is queued, a thread waits for
 * it or begins, so one that blocks delays no other. A thread ends after a second without work.
 * Thread-safe; never waits.
 */
public final class Interrupter {
  private static final ThreadFactory THREADS =
      Thread.ofPlatform()
          .daemon()
          .name("loomwheel-interrupter")
          .inheritInheritableThreadLocals(false)
          .factory();

  private static final LinkedTransferQueue<Runnable> QUEUED = new LinkedTransferQueue<>();

  /**
   * Threads that begin or wait. Left by a thread before it looks at the queue for the last time,
   * and read by one that queues after it has queued: so one of the two begins another thread.
   */
  private static final AtomicInteger WAITING = new AtomicInteger();

  private Interrupter() {}

  /**
   * Calls an action soon. If this throws, because no thread could be started, it may be called all
   * the same, with the next one.
   *
   * @param interrupts a thread, if it still has to be interrupted then
   */
  public static void execute(Runnable interrupts) {
    QUEUED.add(interrupts);
    ensureOneWaits();
  }

  private static void ensureOneWaits() {
    if (!QUEUED.isEmpty() && WAITING.compareAndSet(0, 1)) {
      try {
        THREADS.newThread(Interrupter::work).start();
      } catch (Throwable noThread) {
        WAITING.decrementAndGet();
        throw noThread;
      }
    }
  }

  private static void work() {
    try {
      for (Runnable next; (next = QUEUED.poll(1, TimeUnit.SECONDS)) != null; ) {
        WAITING.decrementAndGet();
        try {
          ensureOneWaits();
        } finally {
          run(next);
        }
      }
    } catch (InterruptedException e) {
      // nobody else knows the thread; it ends as one that has waited for too long
    } finally {
      WAITING.decrementAndGet();
      ensureOneWaits();
    }
  }

  private static void run(Runnable interrupts) {
    try {
      interrupts.run();
    } finally {
      WAITING.incrementAndGet();
    }
  }
}
