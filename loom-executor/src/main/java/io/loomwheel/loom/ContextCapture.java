package io.loomwheel.loom;

/**
 * Carries context, such as thread locals, from the thread that hands a task in to the one that runs
 * it.
 */
@FunctionalInterface
public interface ContextCapture {
  /**
   * Captures the context of the calling thread, once for each task that is handed in.
   *
   * @param task to be run elsewhere
   * @return what is run in its place: restores the context, runs the task, and clears up
   */
  Runnable wrap(Runnable task);
}
