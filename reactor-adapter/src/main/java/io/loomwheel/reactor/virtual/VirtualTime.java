package io.loomwheel.reactor.virtual;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.TaskOwner;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The current virtual time, with its replacements for schedulers and Workers.
 *
 * <p>Thread-safe. Called once for each submission. Without reactor-test on the path the result is a
 * constant, which the compiler folds away; with it, a call costs two volatile reads while no
 * virtual time is on.
 */
public abstract class VirtualTime {
  /**
   * Used in place of a delay for a task that was submitted without one. In virtual time such a task
   * runs before all due tasks, as with the stock scheduler; a task with a delay of 0 runs after
   * them.
   */
  public static final long AHEAD = -1;

  private static final boolean POSSIBLE = isReactorTestThere();

  VirtualTime() {}

  private static boolean isReactorTestThere() {
    try {
      Class.forName(
          "reactor.test.scheduler.VirtualTimeScheduler", false, VirtualTime.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError absent) {
      return false;
    }
  }

  /** {@return the virtual time, or null if none is on} Removes one that has ended. */
  public static @Nullable VirtualTime current() {
    return POSSIBLE ? VirtualWheel.ofEnabled() : null;
  }

  /**
   * Finds the owner to submit to.
   *
   * @param real the owner of a scheduler's or a Worker's tasks
   * @return the same owner, or its replacement while virtual time is on
   */
  public static TaskOwner governing(TaskOwner real) {
    VirtualTime time = current();
    return time == null ? real : time.twinOf(real);
  }

  /**
   * Finds the timer to wait on.
   *
   * @param real the timer without virtual time
   * @return the same timer, or the virtual one while virtual time is on
   */
  public static WheelTimer governing(WheelTimer real) {
    VirtualTime time = current();
    return time == null ? real : time.timer();
  }

  /**
   * Disposes of the replacement of a Worker, if it has one.
   *
   * @param real the Worker's owner, already disposed of
   */
  public static void disposed(TaskOwner real) {
    VirtualTime time = current();
    if (time != null) {
      time.forget(real);
    }
  }

  /**
   * Reads the virtual clock.
   *
   * @param unit the unit of the result
   * @return time since the virtual time began
   */
  public abstract long now(TimeUnit unit);

  /**
   * Gives the timer of an operator its place among equal deadlines, behind earlier submissions.
   * Called each time that the timer was put off.
   *
   * @param timer the timer, which waits on the virtual wheel
   * @param delayNanos the time from now
   */
  public abstract void place(Runnable timer, long delayNanos);

  /**
   * Gives up the place of a timer that has ended.
   *
   * @param timer a timer with or without a place
   */
  public abstract void displace(Runnable timer);

  abstract WheelTimer timer();

  abstract TaskOwner twinOf(TaskOwner real);

  abstract void forget(TaskOwner real);
}
