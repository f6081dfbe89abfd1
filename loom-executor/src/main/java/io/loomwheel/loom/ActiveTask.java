package io.loomwheel.loom;

import org.jspecify.annotations.Nullable;

/**
 * A task handed in, and how far it has got: not begun, on a thread, or over.
 *
 * <p>Thread-safe by its monitor, held for a few stores and an interrupt, so that one can't arrive
 * after the task is over, in whatever its thread does next.
 */
final class ActiveTask {
  private final Runnable command;
  private final Runnable task;
  private @Nullable Thread thread;
  private boolean begun;
  private boolean interrupted;

  /**
   * Makes a task that has not begun.
   *
   * @param command as it was handed in
   * @param task what is run in its place
   */
  ActiveTask(Runnable command, Runnable task) {
    this.command = command;
    this.task = task;
  }

  Runnable command() {
    return command;
  }

  Runnable task() {
    return task;
  }

  /** {@return whether the calling thread is to run it} Then it may be interrupted already. */
  synchronized boolean begin() {
    if (begun) {
      return false;
    }
    begun = true;
    thread = Thread.currentThread();
    if (interrupted) {
      thread.interrupt();
    }
    return true;
  }

  synchronized void end() {
    thread = null;
  }

  /** Interrupts the task's thread, as soon as it has begun. */
  synchronized void interrupt() {
    interrupted = true;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
