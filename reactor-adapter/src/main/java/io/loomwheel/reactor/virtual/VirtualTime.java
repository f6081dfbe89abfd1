package io.loomwheel.reactor.virtual;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.TaskOwner;
import io.loomwheel.loom.internal.WorkerTaskOwner;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The virtual time that is on, and what stands in for schedulers and Workers under it.
 *
 * <p>Thread-safe. Asked once for each submission. Without reactor-test on the path an answer is a
 * constant, which the compiler folds away; with it, two volatile reads while no virtual time is on.
 */
public abstract class VirtualTime {
  /**
   * In place of a delay: of a task that was submitted without one. In virtual time it runs before
   * all that is due already, as with the stock scheduler; a delay of 0 takes its place behind.
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

  /** {@return the virtual time, or null if none is on} One that has ended is cleared away. */
  public static @Nullable VirtualTime current() {
    return POSSIBLE ? VirtualWheel.ofEnabled() : null;
  }

  /**
   * Finds where to submit to.
   *
   * @param real of a scheduler
   * @return the same, or its stand-in while virtual time is on
   */
  public static TaskOwner governing(TaskOwner real) {
    VirtualTime time = current();
    return time == null ? real : time.twinOf(real);
  }

  /**
   * Finds where to submit to.
   *
   * @param real of a Worker
   * @return the same, or its stand-in while virtual time is on
   */
  public static WorkerTaskOwner governing(WorkerTaskOwner real) {
    VirtualTime time = current();
    return time == null ? real : time.twinOf(real);
  }

  /**
   * Finds where to wait.
   *
   * @param real a timer
   * @return the same, or the virtual one while virtual time is on
   */
  public static WheelTimer governing(WheelTimer real) {
    VirtualTime time = current();
    return time == null ? real : time.timer();
  }

  /**
   * Disposes of the stand-in of a Worker, if it has one.
   *
   * @param real disposed of already
   */
  public static void disposed(WorkerTaskOwner real) {
    VirtualTime time = current();
    if (time != null) {
      time.forget(real);
    }
  }

  /**
   * Reads the virtual clock.
   *
   * @param unit of the answer
   * @return time since the virtual time began
   */
  public abstract long now(TimeUnit unit);

  /**
   * Gives the timer of an operator its place among equal deadlines, behind what was submitted
   * before, each time that it was put off.
   *
   * @param timer that waits on the virtual wheel
   * @param delayNanos how long from now
   */
  public abstract void place(Runnable timer, long delayNanos);

  /**
   * Gives up the place of a timer that is over.
   *
   * @param timer that had a place, or has none
   */
  public abstract void displace(Runnable timer);

  abstract WheelTimer timer();

  abstract TaskOwner twinOf(TaskOwner real);

  abstract WorkerTaskOwner twinOf(WorkerTaskOwner real);

  abstract void forget(WorkerTaskOwner real);
}
