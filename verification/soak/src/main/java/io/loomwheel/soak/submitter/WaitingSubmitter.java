package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.DeadlineScope;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Virtual threads that wait: they sleep, park, or block until their deadline interrupts them. */
final class WaitingSubmitter implements Submitter {
  private final Ground ground;
  private final Wait wait;

  /** A way to wait; {@return whether the time was up} */
  private interface Wait {
    boolean await(WheelTimer timer, Duration time) throws InterruptedException;
  }

  private WaitingSubmitter(Ground ground, Wait wait) {
    this.ground = ground;
    this.wait = wait;
  }

  static WaitingSubmitter asleep(Ground ground) {
    return new WaitingSubmitter(
        ground,
        (timer, time) -> {
          Timeouts.sleep(timer, time);
          return true;
        });
  }

  static WaitingSubmitter parked(Ground ground) {
    return new WaitingSubmitter(ground, WaitingSubmitter::park);
  }

  private static boolean park(WheelTimer timer, Duration time) throws InterruptedException {
    long end = timer.clock().nanoTime() + time.toNanos();
    for (long left; (left = end - timer.clock().nanoTime()) > 0; ) {
      Timeouts.parkNanos(timer, timer, left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return true;
  }

  static WaitingSubmitter untilADeadline(Ground ground) {
    return new WaitingSubmitter(ground, WaitingSubmitter::block);
  }

  private static boolean block(WheelTimer timer, Duration time) {
    DeadlineScope scope = DeadlineScope.within(timer, time);
    try (scope) {
      new CountDownLatch(1).await();
    } catch (InterruptedException expected) {
      // its time is up
    }
    return scope.isExpired();
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    AtomicBoolean cancelled = new AtomicBoolean();
    Duration time = Duration.ofNanos(delayNanos);
    Thread thread = Thread.startVirtualThread(() -> waitAndRun(cancelled, body, time));
    return new Held(thread, cancelled);
  }

  private void waitAndRun(AtomicBoolean cancelled, Runnable body, Duration time) {
    boolean up;
    try {
      up = wait.await(ground.timer(), time);
    } catch (InterruptedException | CancellationException | RejectedExecutionException asPlanned) {
      return; // cancelled, stopped, or the limit is reached
    }
    if (Thread.interrupted() && !cancelled.get()) {
      throw new IllegalStateException("an interrupt was left behind");
    }
    if (up) {
      Guarded.run(ground, body);
    }
  }

  /**
   * A thread that waits.
   *
   * @param cancelled set before the thread is interrupted, which may see that after its wait, too
   */
  private record Held(Thread thread, AtomicBoolean cancelled) implements Ticket {
    /** Proves nothing: its time may be up. */
    @Override
    public boolean cancel() {
      cancelled.set(true);
      thread.interrupt();
      return false;
    }

    @Override
    public boolean isOver() {
      return !thread.isAlive();
    }

    /** True of one that the timer has refused, too, of which the caller is not notified. */
    @Override
    public boolean isGivenUp() {
      return isOver();
    }
  }
}
