package io.loomwheel.reactor.virtual;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * An action that runs once, on the first of two threads: the one that drains a virtual queue, or
 * the one that waits for the result. The action must not wait for either thread.
 */
final class Entrance implements Runnable {
  private final BooleanSupplier todo;
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** Written by the thread that ran the action, before {@link #done}. */
  private boolean result;

  private volatile boolean done;

  Entrance(BooleanSupplier todo) {
    this.todo = todo;
  }

  @Override
  public void run() {
    if (claimed.compareAndSet(false, true)) {
      try {
        result = todo.getAsBoolean();
      } finally {
        done = true;
      }
    }
  }

  /** {@return the result, after the thread that claimed the action is done} */
  boolean result() {
    while (!done) {
      Thread.onSpinWait();
    }
    return result;
  }
}
