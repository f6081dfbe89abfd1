package io.loomwheel.internal.drive;

import java.util.concurrent.locks.LockSupport;

/**
 * The driver's pause, after a failure for lack of memory or between reads of a clock that stands.
 *
 * <p>Needs no memory. Who takes it makes it early, and with it its class is loaded: that takes
 * memory, and the error would end the driver.
 */
final class Pause {
  static final long NANOS = 10_000_000;

  /**
   * Waits, and clears the interrupt flag: otherwise the next pause would end at once.
   *
   * @param blocker what a thread dump says that the thread waits for
   */
  void take(Object blocker) {
    LockSupport.parkNanos(blocker, NANOS);
    Thread.interrupted();
  }
}
