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
   * Registers an action.
   *
   * @param object watched; must not be reachable from the action
   * @param action run once, by the library's thread or by {@link Cleaner.Cleanable#clean}
   * @return runs the action earlier
   */
  public static Cleaner.Cleanable then(Object object, Runnable action) {
    return CLEANER.register(object, action);
  }
}
