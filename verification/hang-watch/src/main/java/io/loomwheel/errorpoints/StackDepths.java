package io.loomwheel.errorpoints;

import java.util.concurrent.FutureTask;
import java.util.function.IntConsumer;

/**
 * Runs something where hardly any stack is left, with a little more of it each time, so that an
 * overflow hits every call that it makes, one after the other.
 */
public final class StackDepths {
  private static final int STACK_BYTES = 200_000;

  /** Runs an action at every depth, on a thread whose stack is small. */
  public static void forEach(int steps, IntConsumer action) throws Exception {
    FutureTask<Void> all = new FutureTask<>(() -> run(steps, action), null);
    Thread thread = new Thread(null, all, "little stack", STACK_BYTES);
    thread.start();
    all.get();
  }

  /** Takes some calls of stack for a moment, as a step of the JDK does. */
  public static void take(int calls) {
    if (calls > 0) {
      take(calls - 1);
    }
  }

  private static void run(int steps, IntConsumer action) {
    for (int step = 0; step < steps; step++) {
      int deepest = descend(0, Integer.MAX_VALUE, step, action);
      descend(0, deepest - step, step, action);
    }
  }

  /** Runs the action at the bottom; {@return the depth that was reached, the bottom or less} */
  private static int descend(int at, int bottom, int step, IntConsumer action) {
    try {
      if (at < bottom) {
        return descend(at + 1, bottom, step, action);
      }
      action.accept(step);
      return at;
    } catch (StackOverflowError overflow) {
      return at; // which is the point
    }
  }
}
