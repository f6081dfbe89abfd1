package io.loomwheel.schedulers.internal;

/** What a library decides about the tasks of one of its schedulers. Thread-safe. */
public interface Library {
  /** Handles an exception of a task, on its thread. {@return whether a periodic one runs again} */
  boolean failed(Throwable cause, boolean periodic);

  /** Lets the owner count a new task, or throws a rejection if no more may wait. */
  default void admit(SchedulerTaskOwner owner) {
    owner.countAdmitted();
  }

  /** Called once, on the thread that finds that the last task has ended. */
  default void terminated() {}
}
