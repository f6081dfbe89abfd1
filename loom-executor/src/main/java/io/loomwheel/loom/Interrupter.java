package io.loomwheel.loom;

import io.loomwheel.internal.dispatch.Daemons;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Interrupts threads for drivers, on a few platform threads for the whole JVM: an interrupt may run
 * user code, such as the close of the channel that the thread blocks on, and the tasks to be
 * interrupted may hold all carriers. While an interrupt is queued, a thread waits for it or begins,
 * so one that blocks delays no other. A thread ends after a second without work. Thread-safe; never
 * waits.
 */
final class Interrupter {
  private static final LinkedTransferQueue<Runnable> QUEUED = new LinkedTransferQueue<>();

  /**
   * Threads that begin or wait. Lowered by a thread before it polls the queue for the last time,
   * read by one that has queued something: so one of the two begins another thread.
   */
  private static final AtomicInteger WAITING = new AtomicInteger();

  private Interrupter() {}

  /** Calls an action now, or soon if the driver calls, which must not run user code. */
  static void offDriver(Engine engine, Runnable interrupts) {
    if (engine.isDriver()) {
      execute(interrupts);
    } else {
      interrupts.run();
    }
  }

  /** Calls an action soon; if this throws, because no thread could be started, maybe too. */
  static void execute(Runnable interrupts) {
    QUEUED.add(interrupts);
    ensureOneWaits();
  }

  private static void ensureOneWaits() {
    if (!QUEUED.isEmpty() && WAITING.compareAndSet(0, 1)) {
      try {
        ClassLoader own = Interrupter.class.getClassLoader();
        Daemons.start(Daemons.unstarted("loomwheel-interrupter", own, Interrupter::work)::start);
      } catch (Throwable noThread) {
        WAITING.decrementAndGet();
        throw noThread;
      }
    }
  }

  /** Runs what is queued, also behind actions that throw; then needs no other thread for that. */
  private static void work() {
    Runnable next;
    do {
      try {
        next = QUEUED.poll(1, TimeUnit.SECONDS);
      } catch (Throwable noMemory) {
        next = null; // nor is it interrupted, as nobody else knows it
      }
      WAITING.decrementAndGet();
      if (next != null) {
        try {
          try {
            ensureOneWaits();
          } finally {
            next.run();
          }
        } catch (Throwable failure) {
          Callbacks.tellThread(failure);
        }
        WAITING.incrementAndGet();
      }
    } while (next != null || (!QUEUED.isEmpty() && WAITING.compareAndSet(0, 1)));
  }
}
