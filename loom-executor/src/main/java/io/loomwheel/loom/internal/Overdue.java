package io.loomwheel.loom.internal;

import org.jspecify.annotations.Nullable;

/**
 * The next run of a periodic task that is overdue; it goes to the executor without the wheel. Does
 * not run inside the call that hands it over, so that a task that never catches up neither deepens
 * the stack nor keeps its thread.
 */
final class Overdue implements Runnable {
  private final Task task;

  /** The thread that hands it over, during that call. Written by that thread alone. */
  private volatile @Nullable Thread from = Thread.currentThread();

  /** Written and read by that thread. */
  private boolean declined;

  Overdue(Task task) {
    this.task = task;
  }

  /**
   * Hands an overdue task to the executor.
   *
   * @return false if the executor tried to run the task inline, or memory is short
   */
  static boolean handOn(Task task, TaskOwner owner) {
    Overdue next;
    try {
      next = new Overdue(task);
    } catch (OutOfMemoryError noMemory) {
      return false;
    }
    owner.resubmit(next);
    return !next.endHandingOver();
  }

  /** {@return whether the executor ran it inside the call that handed it over, which has ended} */
  private boolean endHandingOver() {
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
