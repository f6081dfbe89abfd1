package io.loomwheel.loom.internal;

import org.jspecify.annotations.Nullable;

/** A task with links for its owner's list, so that the owner can find and dispose of it. */
public abstract class TrackedTask extends Task {
  /** Guarded by the list's monitor. Links to the task itself where it has no neighbour. */
  @Nullable TrackedTask before;

  @Nullable TrackedTask after;

  /**
   * Makes a task that is not armed yet.
   *
   * @param owner the owner of the task
   * @param action what it runs; a {@link Periodic} runs again
   */
  protected TrackedTask(TaskOwner owner, Runnable action) {
    super(owner, action);
  }
}
