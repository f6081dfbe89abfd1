package io.loomwheel.internal.drive;

/**
 * Bounds how deep undelayed tasks nest on a thread: an executor may run a task on the thread that
 * hands it over, and the task may arm another. Without a bound a task that arms itself without
 * delay would recurse until the stack overflows.
 */
final class Nesting {
  private static final int DEEPEST = 32;

  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  private Nesting() {}

  /** {@return whether one more may run inside the others}; if so, {@link #leave} must follow. */
  static boolean enter() {
    int[] depth = DEPTH.get();
    if (depth[0] == DEEPEST) {
      return false;
    }
    depth[0]++;
    return true;
  }

  static void leave() {
    DEPTH.get()[0]--;
  }
}
