package io.loomwheel.loom.internal;

import org.jspecify.annotations.Nullable;

/** A task that its client can find, to dispose of it: with the links of the client's list. */
public abstract class TrackedTask extends Task {
  /** Written and read under the list's monitor. Linked to itself where it has no neighbour. */
  @Nullable TrackedTask before;

  @Nullable TrackedTask after;

  /**
   * Makes a task that is to be armed next.
   *
   * @param client where it belongs
   * @param action what it runs; a {@link Periodic} runs again
   */
  protected TrackedTask(TaskOwner client, Runnable action) {
    super(client, action);
  }
}
