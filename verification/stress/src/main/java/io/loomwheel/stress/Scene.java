package io.loomwheel.stress;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A timer of one shard whose clock the actors move, and a task that notes its runs. Made anew for
 * each round of a case. Thread-safe.
 */
final class Scene {
  /** After every deadline that a case sets. */
  static final int LATER = 1000;

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer;
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger notified = new AtomicInteger();

  /** Written by the thread that moves the clock, which runs the tasks. */
  private volatile long ranAt;

  Scene() {
    this(WheelTimer.builder());
  }

  /** A scene whose timer takes so many timeouts at once. */
  static Scene limitedTo(int most) {
    return new Scene(WheelTimer.builder().maxPendingTimeouts(most));
  }

  private Scene(WheelTimer.Builder builder) {
    timer = builder.clock(clock).build();
  }

  /** {@return what is raced on, for what is built on a timer} */
  WheelTimer timer() {
    return timer;
  }

  long now() {
    return clock.nanoTime();
  }

  Timeout arm(int nanos) {
    return timer.newTimeout(new Noted(), nanos, TimeUnit.NANOSECONDS);
  }

  /** {@return whether the timer took one more timeout} */
  boolean tryArm(int nanos) {
    try {
      arm(nanos);
      return true;
    } catch (RejectedExecutionException refused) {
      return false;
    }
  }

  /** {@return how many of so many timeouts the timer took} */
  int armAsManyAs(int timeouts) {
    int taken = 0;
    for (int i = 0; i < timeouts; i++) {
      taken += tryArm(LATER) ? 1 : 0;
    }
    return taken;
  }

  /** Fires what is due by then, here. */
  void advance(int nanos) {
    clock.advance(Duration.ofNanos(nanos));
  }

  /** {@return how many timeouts this call ended} */
  int stop() {
    return timer.stop().size();
  }

  /** {@return how often a task ran, once nothing is left to wait for} */
  int runsInTheEnd() {
    advance(LATER);
    return runs.get();
  }

  long ranAt() {
    return ranAt;
  }

  /** {@return how often a task was notified that it is cancelled} */
  int notified() {
    return notified.get();
  }

  int pending() {
    return (int) timer.pendingTimeouts();
  }

  private final class Noted implements TimerTask {
    @Override
    public void run(Timeout timeout) {
      ranAt = clock.nanoTime();
      runs.incrementAndGet();
    }

    @Override
    public void cancelled(Timeout timeout) {
      notified.incrementAndGet();
    }
  }
}
