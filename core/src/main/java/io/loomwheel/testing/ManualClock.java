package io.loomwheel.testing;

import io.loomwheel.SteppedClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a caller moves it. Due timeouts fire on the caller's thread.
 *
 * <pre>{@code
 * ManualClock clock = new ManualClock();
 * WheelTimer timer = WheelTimer.builder().clock(clock).build();
 * timer.schedule(task, Duration.ofSeconds(5));
 * clock.advance(Duration.ofSeconds(5)); // task has run
 * }</pre>
 *
 * <p>It stops at each deadline on its way, across all timers built on it. So a task sees the time
 * at which it was due, and a timeout that a task arms fires on the same way if it falls due. What
 * goes wrong with the wheels, such as a stack overflow, is thrown to the caller: the clock then
 * stands at the deadline it had reached, and what was due there fires at the next move.
 * Thread-safe; one thread moves it at a time, and a task that it runs may move it further, which
 * first fires what was due with that task.
 */
public final class ManualClock implements SteppedClock {
  private static final Duration FARTHEST = Duration.ofNanos(Long.MAX_VALUE);

  private final List<Wheels> attached = new CopyOnWriteArrayList<>();

  /**
   * Held by the thread that moves the clock: a monitor, to leave which takes no stack. Before Java
   * 24 a virtual thread keeps its carrier meanwhile.
   */
  private final Object moving = new Object();

  /** Written by the thread that moves the clock, read by any. */
  private volatile long now;

  /** Makes a clock that stands at 0. */
  public ManualClock() {
    this(0);
  }

  /**
   * Makes a clock that stands at a given time.
   *
   * @param nanoTime the first value of {@link #nanoTime}
   */
  public ManualClock(long nanoTime) {
    this.now = nanoTime;
  }

  @Override
  public long nanoTime() {
    return now;
  }

  /**
   * Moves the clock on and fires the timeouts that are due by then.
   *
   * @param by how far; zero fires what is overdue
   * @throws IllegalArgumentException if negative
   * @throws ArithmeticException if more than 292 years
   */
  public void advance(Duration by) {
    if (Objects.requireNonNull(by, "by").isNegative()) {
      throw new IllegalArgumentException("by must not be negative, was " + by);
    }
    if (by.compareTo(FARTHEST) > 0) {
      throw new ArithmeticException("by must be at most " + FARTHEST + ", was " + by);
    }
    synchronized (moving) {
      moveTo(now + by.toNanos());
    }
  }

  /**
   * Moves the clock on to a given time and fires the timeouts that are due by then.
   *
   * @param nanoTime the new value of {@link #nanoTime}; up to 292 years ahead
   * @throws IllegalArgumentException if the clock is past that time
   */
  public void advanceTo(long nanoTime) {
    synchronized (moving) {
      if (nanoTime - now < 0) {
        throw new IllegalArgumentException(
            "nanoTime must not be before " + now + " by now, was " + nanoTime);
      }
      moveTo(nanoTime);
    }
  }

  private void moveTo(long target) {
    @Nullable Wheels first;
    do {
      first = null;
      long from = now;
      long least = Math.max(target - from, 0);
      for (Wheels wheels : attached) {
        long next = wheels.nanosToNextExpiry().orElse(-1);
        if (next >= 0 && (next < least || (next == least && first == null))) {
          first = wheels;
          least = next;
        }
      }
      if (first != null) {
        now = from + least;
        first.turn();
      }
    } while (first != null);
    if (target - now > 0) { // a task may have moved the clock further
      now = target;
    }
  }

  @Override
  public boolean isMovedByCaller() {
    return Thread.holdsLock(moving);
  }

  @Override
  public void attach(Wheels wheels) {
    attached.add(Objects.requireNonNull(wheels, "wheels"));
  }

  @Override
  public void detach(Wheels wheels) {
    attached.remove(Objects.requireNonNull(wheels, "wheels"));
  }

  @Override
  public String toString() {
    return "ManualClock[" + now + "]";
  }
}
