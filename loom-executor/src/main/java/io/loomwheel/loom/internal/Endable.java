package io.loomwheel.loom.internal;

/** What a scheduler ends with itself: one of its own tasks, or a Worker. */
interface Endable {
  /** {@return whether it is that scheduler's} */
  boolean belongsTo(TaskOwner scheduler);

  /** Ends it, and interrupts what runs. */
  void dispose();

  /** Ends its periodic tasks, without an interrupt. */
  void endPeriods();
}
