package io.loomwheel.badinput;

import io.loomwheel.hangwatch.Waiting;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Interrupts a thread in a call that waits. Stateless. */
final class Interrupter {
  /** With a limit of the JDK's own, or with one on the wheel. */
  private static final Set<Thread.State> WAITING =
      EnumSet.of(Thread.State.TIMED_WAITING, Thread.State.WAITING);

  interface Calling {
    Object call() throws Throwable;
  }

  /**
   * Calls, and interrupts this thread once it waits. What the call leaves of the interrupt, an
   * exception or the thread's flag, is what the caller finds.
   */
  static Object interrupted(Calling calling) throws Throwable {
    Thread caller = Thread.currentThread();
    AtomicBoolean over = new AtomicBoolean();
    Thread interrupter =
        Thread.startVirtualThread(
            () -> {
              while (!over.get() && !WAITING.contains(caller.getState())) {
                Waiting.spin();
              }
              if (!over.get()) {
                caller.interrupt();
              }
            });
    try {
      return calling.call();
    } finally {
      over.set(true);
      boolean left = Thread.interrupted(); // else waiting would throw it in place of the result
      while (interrupter.isAlive()) {
        Thread.yield();
      }
      Thread.interrupted(); // one that came too late
      if (left) {
        caller.interrupt();
      }
    }
  }
}
