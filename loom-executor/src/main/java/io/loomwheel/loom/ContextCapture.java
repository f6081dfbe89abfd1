package io.loomwheel.loom;

/**
 * Carries context, such as thread locals, from the thread that submits a task to the thread that
 * runs it.
 */
@FunctionalInterface
public interface ContextCapture {
  /**
   * Captures the context of the calling thread. Called once for each submitted task.
   *
   * @param task runs on another thread
   * @return the task to run in its place: it restores the context, runs the task, and cleans up
   */
  Runnable wrap(Runnable task);
}
