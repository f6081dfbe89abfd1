package io.loomwheel.loom.internal;

import org.jspecify.annotations.Nullable;

/**
 * The next run of a period that is overdue already, on its way to the executor past the wheel.
 * Declines to run inside the call that hands it over, so that a period which never catches up
 * neither deepens the stack nor keeps its thread.
 */
final class Overdue implements Runnable {
  private final Task task;

  /** The thread that hands it over, while it does; written by that thread alone. */
  private volatile @Nullable Thread from = Thread.currentThread();

  /** Written and read by that thread. */
  private boolean declined;

  Overdue(Task task) {
    this.task = task;
  }

  /** {@return whether it was run inside the call that handed it over, which is now over} */
  boolean endHandingOver() {
    from = null;
    return declined;
  }

  @Override
  public void run() {
    if (from == Thread.currentThread()) {
      declined = true;
    } else {
      task.run();
    }
  }
}
