package io.loomwheel.loom;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.loom.internal.DriverNode;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that sleeps or waits: a node that wakes it. The node's state says whether the time is up
 * or the timer stopped. The driver wakes the thread itself, which runs no user code. Thread-safe.
 */
final class Sleeper extends DriverNode {
  private final WheelTimer timer;
  private final Thread thread = Thread.currentThread();

  Sleeper(WheelTimer timer) {
    this.timer = timer;
  }

  /**
   * Sleeps on the calling thread, after it was armed.
   *
   * @throws InterruptedException if the calling thread is interrupted before the time is up
   * @throws CancellationException if the timer is stopped before that
   */
  void sleep() throws InterruptedException {
    try {
      while (isArmed()) {
        if (Thread.interrupted()) {
          TimerAccess.engineOf(timer).discard(this);
          throw new InterruptedException();
        }
        LockSupport.park(this);
      }
    } finally {
      LockSupport.unpark(thread); // a park may have taken the permit of others
    }
    if (isCancelled()) {
      throw new CancellationException("the timer was stopped before the time was up");
    }
  }

  /** Waits on the calling thread, after it was armed, as {@link LockSupport#park(Object)} does. */
  void park(@Nullable Object blocker) {
    try {
      LockSupport.park(blocker);
    } finally {
      TimerAccess.engineOf(timer).discard(this);
    }
  }

  /** Wakes the thread. May be called again if it failed. */
  @Override
  public void run() {
    LockSupport.unpark(thread);
  }

  @Override
  public void onStopped() {
    run();
  }
}
