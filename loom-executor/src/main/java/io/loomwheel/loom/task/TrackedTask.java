package io.loomwheel.loom.task;

import org.jspecify.annotations.Nullable;

/** A task that its Worker can find, to dispose of it: with the links of the Worker's list. */
public abstract class TrackedTask extends Task {
  /** Written and read under the list's monitor. Linked to itself where it has no neighbour. */
  @Nullable TrackedTask before;

  @Nullable TrackedTask after;

  /**
   * Makes a task that is to be armed next.
   *
   * @param worker where it belongs
   * @param action what it runs; a {@link Periodic} runs again
   */
  protected TrackedTask(WorkerClient worker, Runnable action) {
    super(worker, action);
  }
}
