package io.loomwheel.reactor.virtual;

import org.jspecify.annotations.Nullable;

/**
 * Finds the current virtual time, which takes the tasks of schedulers and Workers in place of the
 * wheel.
 *
 * <p>Thread-safe. Called once for each submission. Without reactor-test on the path the result is a
 * constant, which the compiler folds away; with it, a call costs two volatile reads while no
 * virtual time is on.
 */
public final class VirtualTime {
  /**
   * Used in place of a delay for a task that was submitted without one. In virtual time such a task
   * runs before all due tasks, as with the stock scheduler; a task with a delay of 0 runs after
   * them.
   */
  public static final long AHEAD = -1;

  private static final boolean POSSIBLE = isReactorTestThere();

  private VirtualTime() {}

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
  public static @Nullable VirtualTasks current() {
    return POSSIBLE ? VirtualTasks.ofEnabled() : null;
  }
}
