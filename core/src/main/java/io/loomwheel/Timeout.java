package io.loomwheel;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A task that waits for its deadline in a {@link Timer}.
 *
 * <p>Thread-safe. Firing, cancelling, rescheduling and stopping race on one word; one of them wins.
 */
@SuppressWarnings("exports") // jspecify's annotations are there for who has them
public interface Timeout {
  /** {@return the timer that runs the task} */
  Timer timer();

  /**
   * {@return the task, or null once the timeout was cancelled: a cancelled timeout holds nothing}
   * Those that {@link Timer#stop} returns keep theirs.
   */
  @Nullable TimerTask task();

  /** {@return whether the deadline was reached and the task has run or is about to} */
  boolean isExpired();

  /** {@return whether the timeout was cancelled; the task never ran and never will} */
  boolean isCancelled();

  /**
   * Keeps the task from running, and forgets it. Costs about a compare-and-set.
   *
   * <p>What is due in one turn of the wheel fires together, before the first of it runs: a task
   * can't cancel another one that is due in the same turn.
   *
   * @return true if this call did it: the task never ran and never will; false if it was too late
   */
  boolean cancel();

  /**
   * Gives the timeout another deadline. A later one costs a clock read and a compare-and-set.
   *
   * @param delay from now; zero or less means at once, and one that overflows never ends
   * @param unit of the delay
   * @return true if the task will run then and at no other time; false if it was too late
   */
  boolean reschedule(long delay, TimeUnit unit);
}
