package io.loomwheel.purgatory;

import io.loomwheel.Timeout;
import io.loomwheel.Timer;
import io.loomwheel.TimerTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One operation's registration in a purgatory: its timeout and its entries in the watch lists.
 *
 * <p>Filled by the thread that puts the operation in, emptied by the thread that ends it. The state
 * of the operation decides which thread that is, and gives the happens-before edge between the two.
 */
final class Registration implements TimerTask {
  private final Purgatory<?> purgatory;

  /**
   * The operation, or null after it ended. Cleared by the thread that ends it; racy reads are
   * benign.
   */
  private @Nullable DelayedOperation operation;

  /**
   * The timeout, or null before it is armed and after the end. Plain: written by the submitter,
   * then by the ending thread, and published by the state of the operation.
   */
  private @Nullable Timeout timeout;

  /** The entry added last; {@link Watch#earlier} links the others. */
  private @Nullable Watch watches;

  Registration(Purgatory<?> purgatory, DelayedOperation operation) {
    this.purgatory = purgatory;
    this.operation = operation;
  }

  void arm(Timer timer, long delayNanos) {
    timeout = timer.newTimeout(this, delayNanos, TimeUnit.NANOSECONDS);
  }

  /** Makes an entry for the operation in one more list. */
  Watch newWatch(DelayedOperation waiting) {
    Watch watch = new Watch(waiting, watches);
    watches = watch;
    return watch;
  }

  /** Cancels the timeout and leaves the lists. Called once, by the thread that cleans up. */
  void end() {
    operation = null;
    Timeout ended = timeout;
    timeout = null;
    try {
      if (ended != null) {
        ended.cancel();
      }
    } finally {
      leave();
    }
  }

  /** Removes all entries from their lists. O(1) for each. */
  private void leave() {
    for (Watch watch = watches; watch != null; watch = watch.earlier) {
      watch.leave();
    }
    watches = null;
  }

  void report(DelayedOperation failed, Throwable thrown) {
    purgatory.report(failed, thrown);
  }

  @Override
  public void run(Timeout expired) {
    complete(true);
  }

  @Override
  public boolean mustRun() {
    return true;
  }

  /**
   * Completes the operation if the timer was stopped. Does nothing if {@link #end} cancelled it.
   */
  @Override
  public void cancelled(Timeout cancelled) {
    complete(false);
  }

  private void complete(boolean expired) {
    DelayedOperation waiting = operation;
    if (waiting != null) {
      waiting.complete(expired);
    }
  }

  @Override
  public String toString() {
    return "expiry of " + operation;
  }
}
