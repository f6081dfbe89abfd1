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
 * A timer of one shard whose clock the actors move, and a task that notes its runs: what cases
 * extend. Thread-safe.
 */
public abstract class Scene {
  /** After every deadline that a case sets. */
  protected static final int LATER = 1000;

  protected final WheelTimer timer;
  protected final AtomicInteger runs = new AtomicInteger();

  /** How often a task was notified that it is cancelled. */
  final AtomicInteger notified = new AtomicInteger();

  private final ManualClock clock = new ManualClock();

  /** Written by the thread that moves the clock, which runs the tasks. */
  volatile long ranAt;

  protected Scene() {
    this(Long.MAX_VALUE);
  }

  /** A scene whose timer takes so many timeouts at once. */
  protected Scene(long most) {
    timer = WheelTimer.builder().maxPendingTimeouts(most).clock(clock).build();
  }

  final Timeout arm(int nanos) {
    return timer.newTimeout(new Noted(), nanos, TimeUnit.NANOSECONDS);
  }

  /** {@return whether the timer took one more timeout} */
  final boolean tryArm(int nanos) {
    return isAccepted(() -> arm(nanos));
  }

  /** Hands something in; {@return whether it wasn't refused} */
  public static boolean isAccepted(Runnable call) {
    try {
      call.run();
      return true;
    } catch (RejectedExecutionException refused) {
      return false;
    }
  }

  /** {@return how many of so many timeouts the timer took} */
  final int armAsManyAs(int timeouts) {
    int taken = 0;
    for (int i = 0; i < timeouts; i++) {
      taken += tryArm(LATER) ? 1 : 0;
    }
    return taken;
  }

  /** Fires what is due by then, here. */
  protected final void advance(int nanos) {
    clock.advance(Duration.ofNanos(nanos));
  }

  /** {@return how many timeouts this call ended} */
  final int stop() {
    return timer.stop().size();
  }

  /** {@return how often a task ran, once nothing is left to wait for} */
  protected final int runsInTheEnd() {
    advance(LATER);
    return runs.get();
  }

  protected final int pending() {
    return (int) timer.pendingTimeouts();
  }

  final void noteRun() {
    ranAt = clock.nanoTime();
    runs.incrementAndGet();
  }

  private final class Noted implements TimerTask {
    @Override
    public void run(Timeout timeout) {
      noteRun();
    }

    @Override
    public void cancelled(Timeout timeout) {
      notified.incrementAndGet();
    }
  }
}
