package io.loomwheel.drive;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps the number of armed nodes at or below a limit. Only a timer built with a limit has one, and
 * pays for the counter that all its threads share.
 *
 * <p>Thread-safe. A place is given back before the task's body runs.
 */
final class PendingLimit {
  private final long most;
  private final AtomicLong pending = new AtomicLong();

  PendingLimit(long most) {
    this.most = most;
  }

  /** Takes a place, or throws. */
  void take() {
    long now = pending.incrementAndGet();
    if (now > most) {
      pending.decrementAndGet();
      throw new RejectedExecutionException(
          (now - 1) + " timeouts are pending, and maxPendingTimeouts is " + most);
    }
  }

  /** Takes a place for a node that had one until it fired, whatever the limit. */
  void retake() {
    pending.incrementAndGet();
  }

  void give(int places) {
    pending.addAndGet(-places);
  }
}
