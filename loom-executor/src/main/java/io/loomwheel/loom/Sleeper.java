package io.loomwheel.loom;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that sleeps or waits: a node that wakes it. The driver wakes it itself, which runs no
 * user code. Thread-safe.
 */
final class Sleeper extends WheelNode {
  private static final Executor HERE = Sleeper::wake;

  private static final int ASLEEP = 0;
  private static final int UP = 1;
  private static final int STOPPED = 2;

  private final Thread thread = Thread.currentThread();

  /** Left by the thread that fires the node or stops the timer, one of the two. */
  private volatile int state = ASLEEP;

  private static void wake(Runnable sleeper) {
    try {
      sleeper.run();
    } catch (Throwable noMemory) {
      Relay.perTask().execute(sleeper);
    }
  }

  /**
   * Sleeps on the calling thread, after it was armed.
   *
   * @throws InterruptedException if the calling thread is interrupted before the time is up
   * @throws CancellationException if the timer is stopped before that
   */
  void sleep(Engine engine) throws InterruptedException {
    while (state == ASLEEP) {
      if (Thread.interrupted()) {
        engine.discard(this);
        throw new InterruptedException();
      }
      LockSupport.park(this);
    }
    if (state == STOPPED) {
      throw new CancellationException("the timer was stopped before the time was up");
    }
  }

  /** Waits on the calling thread, after it was armed, as {@link LockSupport#park(Object)} does. */
  void park(Engine engine, @Nullable Object blocker) {
    try {
      LockSupport.park(blocker);
    } finally {
      engine.discard(this);
    }
  }

  @Override
  public Executor executor() {
    return HERE;
  }

  /** Wakes the thread. May be called again if it failed. */
  @Override
  public void run() {
    state = UP;
    LockSupport.unpark(thread);
  }

  @Override
  public void onStopped() {
    state = STOPPED;
    LockSupport.unpark(thread);
  }
}
