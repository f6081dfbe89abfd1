package io.loomwheel.internal.dispatch;

/**
 * A task of the user, which the handler of rejections gets if the executor refuses it. Every other
 * task is a step of ours: it runs in any case, and that handler never sees it.
 */
public interface Droppable extends Runnable {
  /** {@return whether the handler may get this one} Others run on a fresh virtual thread. */
  default boolean mayBeDropped() {
    return true;
  }

  /**
   * Called at most once, when the handler has dropped this task, on a fresh virtual thread. A task
   * that an executor has run before it threw may have begun.
   */
  void onDropped();

  /** {@return whether the task has surely run since it was handed over} */
  default boolean hasRun() {
    return false;
  }
}
