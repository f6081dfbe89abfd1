package io.loomwheel.loom.internal;

import org.jspecify.annotations.Nullable;

/** A task that its owner can find, to dispose of it: with the links of the owner's list. */
public abstract class TrackedTask extends Task {
  /** Written and read under the list's monitor. Linked to itself where it has no neighbour. */
  @Nullable TrackedTask before;

  @Nullable TrackedTask after;

  /**
   * Makes a task that is to be armed next.
   *
   * @param owner where it belongs
   * @param action what it runs; a {@link Periodic} runs again
   */
  protected TrackedTask(TaskOwner owner, Runnable action) {
    super(owner, action);
  }
}
