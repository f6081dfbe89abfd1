package io.loomwheel.reactor.virtual;

import io.loomwheel.schedulers.internal.TaskOwner;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * The current virtual time, which takes the tasks of schedulers and Workers in place of the wheel.
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
    return POSSIBLE ? VirtualTasks.ofEnabled() : null;
  }

  /** {@return the scheduler that keeps the virtual time} */
  public abstract Scheduler scheduler();

  /**
   * Submits a task to the virtual queue.
   *
   * @param owner a scheduler or a Worker, which decides whether the task runs and handles failures
   * @param action what it runs, with its period if it has one
   * @param delayNanos the delay, or {@link #AHEAD}
   * @return the task, or null if the virtual time has just ended
   */
  public abstract @Nullable Disposable submit(TaskOwner owner, Runnable action, long delayNanos);

  /**
   * Disposes of an owner's tasks.
   *
   * @param owner a Worker that was disposed of
   */
  public abstract void drop(TaskOwner owner);
}
