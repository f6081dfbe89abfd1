package io.loomwheel;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A task that waits for its deadline in a {@link Timer}.
 *
 * <p>Thread-safe. Firing, cancelling, rescheduling and stopping race on one word; one of them wins.
 */
@SuppressWarnings("exports") // jspecify's annotations are optional for callers
public interface Timeout {
  /** {@return the timer that runs the task} */
  Timer timer();

  /**
   * {@return the task, or null after the timeout was cancelled, so that it holds no memory} A
   * timeout that {@link Timer#stop} returns keeps its task.
   */
  @Nullable TimerTask task();

  /** {@return whether the deadline was reached and the task has run or is about to} */
  boolean isExpired();

  /** {@return whether the timeout was cancelled; the task never ran and never will} */
  boolean isCancelled();

  /**
   * Cancels the timeout and drops its task. Costs about a compare-and-set.
   *
   * <p>All timeouts that are due in one turn of the wheel fire together, before the first task
   * runs. So a task can't cancel another one that is due in the same turn.
   *
   * @return true if this call cancelled it: the task never ran and never will; false if it was too
   *     late
   */
  boolean cancel();

  /**
   * Gives the timeout another deadline. A later one costs a clock read and a compare-and-set.
   *
   * @param delay from now; zero or less means now, so that the task runs within a tick; a delay
   *     that overflows never ends
   * @param unit of the delay
   * @return true if the task will run at the new deadline only; false if it was too late
   */
  boolean reschedule(long delay, TimeUnit unit);
}
