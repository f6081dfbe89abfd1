package io.loomwheel.internal.drive;

/**
 * How many undelayed tasks the calling thread is inside of: an executor may run a task right where
 * it is handed over, and the task may arm another. Without a bound a task that arms itself without
 * delay would recurse until the stack ends.
 */
final class Nesting {
  private static final int DEEPEST = 32;

  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

  private Nesting() {}

  /** {@return whether one more may be run inside the others}; if so, {@link #leave} follows. */
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
