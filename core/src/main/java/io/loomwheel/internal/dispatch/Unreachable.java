package io.loomwheel.internal.dispatch;

import java.lang.ref.Cleaner;

/**
 * Runs an action once an object can't be reached any more. There is one thread for the whole
 * library, which starts with the first call. Thread-safe.
 */
public final class Unreachable {
  private static final Cleaner CLEANER = Cleaner.create();

  private Unreachable() {}

  /**
   * Runs an action once an object can't be reached any more; the action itself must not lead to it.
   * What this returns runs the action earlier.
   */
  public static Cleaner.Cleanable then(Object object, Runnable action) {
    return CLEANER.register(object, action);
  }
}
