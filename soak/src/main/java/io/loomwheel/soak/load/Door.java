package io.loomwheel.soak.load;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import org.jspecify.annotations.Nullable;

/** One of the interfaces that timers are armed through. Thread-safe. */
interface Door {
  /**
   * Arms a timer.
   *
   * @param entry of the timer
   * @param body to be run by its task
   * @return null if it was refused in another way than by a {@link
   *     java.util.concurrent.RejectedExecutionException}
   */
  @Nullable Ticket arm(Entry entry, Runnable body, long delayNanos);

  /**
   * Has a body run at a fixed rate, for the first time after one period.
   *
   * @return what cancels it; null if this door knows no such thing
   */
  default @Nullable Runnable repeat(Runnable body, long periodNanos) {
    return null;
  }

  /** Ends what the door has made, but not the timer. */
  default void close() {}
}
