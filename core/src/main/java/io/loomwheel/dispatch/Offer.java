package io.loomwheel.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One or more tasks offered to a relay at once, of which its drainers take one each until none is
 * left.
 *
 * <p>Thread-safe: a task goes to whoever gets its number.
 */
final class Offer {
  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(Offer.class, "taken", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Cells are set to null as they are taken, so that a long offer holds no task that has run. */
  private final @Nullable Runnable[] tasks;

  private final int size;

  /** How many numbers were given out, and more once all were; added to by any drainer. */
  @SuppressWarnings("UnusedVariable") // through TAKEN
  private volatile int taken;

  Offer(@Nullable Runnable[] tasks, int size) {
    this.tasks = tasks;
    this.size = size;
  }

  /** {@return the next task, or null if all were taken} */
  @Nullable Runnable take() {
    if (taken >= size) {
      return null; // without this a queue that stays empty would count up for ever
    }
    int i = (int) TAKEN.getAndAdd(this, 1);
    if (i >= size) {
      return null;
    }
    Runnable task = tasks[i];
    tasks[i] = null;
    return task;
  }

  /** {@return whether all were taken} */
  boolean isSpent() {
    return taken >= size;
  }
}
