package io.loomwheel.soak.submitter;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import org.jspecify.annotations.Nullable;

/** One public way to hand in a task. Thread-safe. */
public interface Submitter {
  /**
   * Hands in a task.
   *
   * @param body to be run by the task, once
   * @param delayNanos after which it is to run, or until which it may, as the interface has it
   * @return null if it was refused in another way than by a {@link
   *     java.util.concurrent.RejectedExecutionException}
   */
  @Nullable Ticket submit(Entry entry, Runnable body, long delayNanos);

  /**
   * Ends what was made on the timer, but not the timer. May be called again.
   *
   * @param now whether to end it at once, rather than when the last task is over
   */
  default void close(boolean now) {}

  /** Gives back what its tasks ran on, once all of them are over. */
  default void release() {}

  /** Waits; {@return whether it has ended within the time, once it was closed} */
  default boolean terminates(long boundNanos) throws InterruptedException {
    return true;
  }
}
