package io.loomwheel.purgatory;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.purgatory.WatchList.Watch;
import org.jspecify.annotations.Nullable;

/**
 * One operation's registration in a purgatory: its timeout and its entries in the watch lists.
 *
 * <p>Filled by the thread that puts the operation in, and emptied, once that has settled it, by the
 * one that ends it and whoever meets the operation afterwards: an Error may have stopped it
 * halfway.
 */
final class Registration implements TimerTask {
  final Purgatory<?> purgatory;

  /** The operation, or null after it ended and has left all. */
  private @Nullable DelayedOperation operation;

  /** The timeout, or null before it is armed and after the end. */
  @Nullable Timeout timeout;

  /** The entry added last; {@link Watch#earlier} links the others. */
  @Nullable Watch watches;

  /**
   * Whether nothing more will be armed or linked. The submitter then reads whether the operation is
   * over, as the thread that ends it reads this: one of the two cleans up.
   */
  volatile boolean settled;

  Registration(Purgatory<?> purgatory, DelayedOperation operation) {
    this.purgatory = purgatory;
    this.operation = operation;
  }

  /**
   * Leaves the lists, O(1) for each, then cancels the timeout. Does nothing before {@link
   * #settled}. Any thread, and as often as it likes: what an Error has stopped, the next call goes
   * on with. The timeout comes last, because if it stays, it makes that call.
   */
  void end() {
    if (!settled) {
      return;
    }
    for (Watch watch = watches; watch != null; watch = watch.earlier) {
      WatchList<?> list = watch.list;
      if (list != null) {
        list.remove(watch);
      }
    }
    watches = null;
    Timeout ended = timeout;
    if (ended != null) {
      ended.cancel();
      timeout = null;
    }
    operation = null;
  }

  @Override
  public void run(Timeout expired) {
    DelayedOperation waiting = operation;
    if (waiting != null) {
      waiting.complete(true);
    }
  }

  @Override
  public boolean mustRun() {
    return true;
  }

  /** Completes the operation if the timer was stopped. Does nothing if {@link #end} cancels it. */
  @Override
  public void cancelled(Timeout cancelled) {
    DelayedOperation waiting = operation;
    if (waiting != null && !waiting.isOver()) {
      waiting.complete(false);
    }
  }

  @Override
  public String toString() {
    return "expiry of " + operation;
  }
}
