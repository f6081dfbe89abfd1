package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.DeadlineScope;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Virtual threads that wait: they sleep, park, or block until their deadline interrupts them. */
final class WaitingSubmitters {
  /** A way to wait; {@return whether the time was up} */
  private interface Wait {
    boolean await(WheelTimer timer, Duration time) throws InterruptedException;
  }

  static Submitter sleep(Ground ground) {
    return waiting(
        ground,
        (timer, time) -> {
          Timeouts.sleep(timer, time);
          return true;
        });
  }

  static Submitter park(Ground ground) {
    return waiting(
        ground,
        (timer, time) -> {
          long end = timer.clock().nanoTime() + time.toNanos();
          for (long left; (left = end - timer.clock().nanoTime()) > 0; ) {
            Timeouts.parkNanos(timer, timer, left);
            if (Thread.interrupted()) {
              throw new InterruptedException();
            }
          }
          return true;
        });
  }

  static Submitter deadline(Ground ground) {
    return waiting(
        ground,
        (timer, time) -> {
          DeadlineScope scope = DeadlineScope.within(timer, time);
          try (scope) {
            new CountDownLatch(1).await();
          } catch (InterruptedException expected) {
            // its time is up
          }
          return scope.isExpired();
        });
  }

  private static Submitter waiting(Ground ground, Wait wait) {
    return (entry, body, delay) -> {
      AtomicBoolean cancelled = new AtomicBoolean(); // seen after the wait, too
      Thread thread =
          Thread.startVirtualThread(
              () -> {
                if (isUp(ground, wait, cancelled, Duration.ofNanos(delay))) {
                  ground.guarded(body).run();
                }
              });
      return Ticket.of(
              () -> {
                cancelled.set(true);
                thread.interrupt();
              },
              () -> !thread.isAlive())
          .givenUpIf(() -> !thread.isAlive()); // refused, too, of which the caller isn't notified
    };
  }

  private static boolean isUp(Ground ground, Wait wait, AtomicBoolean cancelled, Duration time) {
    boolean up;
    try {
      up = wait.await(ground.timer(), time);
    } catch (InterruptedException | CancellationException | RejectedExecutionException asPlanned) {
      return false; // cancelled, stopped, or the limit is reached
    }
    if (Thread.interrupted() && !cancelled.get()) {
      throw new IllegalStateException("an interrupt was left behind");
    }
    return up;
  }
}
