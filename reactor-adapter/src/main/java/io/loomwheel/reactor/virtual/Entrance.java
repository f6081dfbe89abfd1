package io.loomwheel.reactor.virtual;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Something that is done once, by the thread that drains a virtual queue or by the one that waits
 * for the answer, whichever comes first. It must not wait for either.
 */
final class Entrance implements Runnable {
  private final BooleanSupplier todo;
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** Written by whoever has done it, before {@link #done}. */
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

  /** {@return the answer, once whoever has claimed it is done} */
  boolean result() {
    while (!done) {
      Thread.onSpinWait();
    }
    return result;
  }
}
