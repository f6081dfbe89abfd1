package io.loomwheel.purgatory;

import io.loomwheel.Timeout;
import io.loomwheel.Timer;
import io.loomwheel.TimerTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a purgatory knows of one operation: its timeout, and its places in the watch lists.
 *
 * <p>Filled by the thread that puts the operation in, emptied by the one that ends it; the state of
 * the operation decides which that is, and hands all from one to the other.
 */
final class Registration implements TimerTask {
  private final Purgatory<?> purgatory;

  /**
   * The operation, or null after it ended. Cleared by the thread that ends it; racy reads are
   * benign.
   */
  private @Nullable DelayedOperation operation;

  private @Nullable Timeout timeout;

  /** The place taken last, and through it the others. */
  private @Nullable Watch places;

  /** The next one in {@link PurgeStack}, if it lies there. */
  @Nullable Registration below;

  Registration(Purgatory<?> purgatory, DelayedOperation operation) {
    this.purgatory = purgatory;
    this.operation = operation;
  }

  void arm(Timer timer, long delayNanos) {
    timeout = timer.newTimeout(this, delayNanos, TimeUnit.NANOSECONDS);
  }

  /** Makes the place that the operation is to take in one more list. */
  Watch newPlace(DelayedOperation waiting) {
    Watch place = new Watch(waiting, places);
    places = place;
    return place;
  }

  /** Cancels the timeout and leaves the lists. For the thread that may, once. */
  void end() {
    operation = null;
    if (timeout != null) {
      timeout.cancel();
      timeout = null;
    }
    if (places != null) {
      purgatory.leave(this);
    }
  }

  /** Lets go of the operation in all lists, but keeps the places. */
  void vacate() {
    for (Watch place = places; place != null; place = place.earlier) {
      place.operation = null;
    }
  }

  /** Gives up all places. O(1) for each. */
  void leave() {
    for (Watch place = places; place != null; place = place.earlier) {
      place.leave();
    }
    places = null;
  }

  void report(DelayedOperation failed, Throwable thrown) {
    purgatory.report(failed, thrown);
  }

  @Override
  public void run(Timeout expired) {
    complete(true);
  }

  /** Nothing, if this was cancelled at its end: but it may be that the timer was stopped. */
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
