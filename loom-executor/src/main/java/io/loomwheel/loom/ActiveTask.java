package io.loomwheel.loom;

import org.jspecify.annotations.Nullable;

/**
 * A submitted task and its state: not begun, running on a thread, or ended.
 *
 * <p>Thread-safe by its monitor, held for a few stores and an interrupt. So an interrupt can't
 * arrive after the task has ended and hit the next task on the same thread.
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
   * @param command as it was submitted
   * @param task runs in its place
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

  /** {@return whether the calling thread is to run it} If so, delivers an earlier interrupt. */
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

  /** Interrupts the task's thread, now or as soon as the task begins. */
  synchronized void interrupt() {
    interrupted = true;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
