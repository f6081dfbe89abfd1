package io.loomwheel.recipes;

import io.loomwheel.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands still until it is moved, or leaps at a chosen look of the thread that made it, as if that
 * thread were stopped before it. Read by any thread, moved by that one.
 */
final class LeapingClock implements NanoClock {
  private final Thread maker = Thread.currentThread();
  private final AtomicLong now = new AtomicLong();
  private int looks;
  private long leapNanos;

  void moveTo(Duration time) {
    now.set(time.toNanos());
  }

  /** Chooses which look from now on makes it leap, the first being one. */
  void leapAt(int look, Duration by) {
    looks = look;
    leapNanos = by.toNanos();
  }

  @Override
  public long nanoTime() {
    if (Thread.currentThread() == maker && --looks == 0) {
      now.addAndGet(leapNanos);
    }
    return now.get();
  }
}
