package io.loomwheel.internal.drive;

import java.util.concurrent.locks.LockSupport;

/**
 * The driver's pause, after a failure for lack of memory or between reads of a clock that stands.
 */
final class Pause {
  static final long NANOS = 10_000_000;

  private Pause() {}

  /**
   * Waits, and clears the interrupt flag: otherwise the next pause would end at once. Needs no
   * memory.
   *
   * @param blocker what a thread dump says that the thread waits for
   */
  static void take(Object blocker) {
    LockSupport.parkNanos(blocker, NANOS);
    Thread.interrupted();
  }
}
