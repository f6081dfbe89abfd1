package io.loomwheel.loom;

import org.jspecify.annotations.Nullable;

/**
 * A task handed in, and how far it has got: not begun, on a thread, or over.
 *
 * <p>Thread-safe by its monitor, held for a few stores and an interrupt, so that one can't arrive
 * after the task is over, in whatever its thread does next.
 */
final class Run {
  private final Runnable command;
  private @Nullable Thread thread;
  private boolean over;

  Run(Runnable command) {
    this.command = command;
  }

  Runnable command() {
    return command;
  }

  /** {@return whether the calling thread is to run it} */
  synchronized boolean begin() {
    if (over) {
      return false;
    }
    thread = Thread.currentThread();
    return true;
  }

  synchronized void end() {
    thread = null;
    over = true;
  }

  /** {@return whether it had not begun, and now will not} */
  synchronized boolean withdraw() {
    if (over || thread != null) {
      return false;
    }
    over = true;
    return true;
  }

  synchronized void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
