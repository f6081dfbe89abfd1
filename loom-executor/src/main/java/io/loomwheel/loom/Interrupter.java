package io.loomwheel.loom;

import io.loomwheel.internal.dispatch.Daemons;
import io.loomwheel.internal.dispatch.TaskRelay;
import io.loomwheel.internal.drive.Engine;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts threads for drivers, on a few platform threads for the whole JVM: an interrupt may run
 * user code, such as the close of the channel that the thread blocks on, and the tasks to be
 * interrupted may hold all carriers. It is a relay, so one that blocks delays no other. A thread
 * ends after a second without work. Thread-safe; never waits.
 */
final class Interrupter extends TaskRelay {
  private static final ClassLoader OWN = Interrupter.class.getClassLoader();
  static final Interrupter SHARED = new Interrupter();

  Interrupter() {
    super(
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> Daemons.unstarted("loomwheel-interrupter", OWN, work)),
        OWN);
  }

  /** Calls an action now, or soon if the driver calls, which must not run user code. */
  static void offDriver(Engine engine, Runnable interrupts) {
    if (engine.isDriver()) {
      SHARED.execute(interrupts);
    } else {
      interrupts.run();
    }
  }
}
