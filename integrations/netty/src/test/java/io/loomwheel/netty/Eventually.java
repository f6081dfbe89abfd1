package io.loomwheel.netty;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads are about to do. */
final class Eventually {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** {@return whether it became true within a minute} */
  static boolean holds(BooleanSupplier condition) {
    long from = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - from > BOUND_NANOS) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }
}
