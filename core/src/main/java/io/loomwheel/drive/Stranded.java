package io.loomwheel.drive;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Fired nodes for which no thread could be started. The driver keeps them and tries again, because
 * it must run nobody's code.
 *
 * <p>Not thread-safe: the driver's alone.
 */
final class Stranded {
  private final Outlet outlet;
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  Stranded(Outlet outlet) {
    this.outlet = outlet;
  }

  void keep(Runnable task) {
    tasks.add(task);
  }

  /** Hands on as many as there are threads for, oldest first, and returns whether that is all. */
  boolean retry() {
    for (Runnable task; (task = tasks.peek()) != null; ) {
      if (!outlet.retry(task)) {
        return false;
      }
      tasks.remove();
    }
    return true;
  }

  boolean isEmpty() {
    return tasks.isEmpty();
  }
}
