package io.loomwheel.schedulers.internal;

/** What a library decides about the tasks of one of its schedulers. Thread-safe. */
public interface Library {
  /**
   * Handles an exception of a task, on its thread.
   *
   * @param cause what was thrown
   * @param periodic whether the task has a period
   * @return whether a periodic task runs again all the same
   */
  boolean failed(Throwable cause, boolean periodic);

  /**
   * Throws a rejection if no more tasks may wait.
   *
   * @param owner has counted the new one already
   */
  default void checkLimit(SchedulerTaskOwner owner) {}

  /** Called once, on the thread that finds that the last task has ended. */
  default void terminated() {}
}
