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
   * Lets the owner count a new task, or throws a rejection if no more may wait.
   *
   * @param owner counts it
   */
  default void admit(SchedulerTaskOwner owner) {
    owner.countAdmitted();
  }

  /** Called once, on the thread that finds that the last task has ended. */
  default void terminated() {}
}
