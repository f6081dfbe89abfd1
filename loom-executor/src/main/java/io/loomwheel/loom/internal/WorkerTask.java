package io.loomwheel.loom.internal;

import org.jspecify.annotations.Nullable;

/** A task of a Worker, with its place in the Worker's queue. In no wheel, but for virtual time. */
public abstract class WorkerTask extends Task {
  /** The neighbours in the list of the queue or among the children of a node of its heap. */
  @Nullable WorkerTask before;

  @Nullable WorkerTask after;

  /** The first child in the heap. */
  @Nullable WorkerTask child;

  /** Decides between equal deadlines. Compared by difference. */
  int serial;

  /** Where the task is: one of the constants of {@link TaskQueue}. */
  byte place;

  /** Whether the task counts as pending while it is in the queue: it was submitted with a delay. */
  boolean counted;

  /**
   * Makes a task that is not submitted yet.
   *
   * @param owner the owner of the task
   * @param action what it runs; a {@link Periodic} runs again
   */
  protected WorkerTask(TaskOwner owner, Runnable action) {
    super(owner, action);
  }
}
