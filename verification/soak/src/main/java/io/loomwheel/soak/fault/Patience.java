package io.loomwheel.soak.fault;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what has to come, within a bound. Stateless. */
final class Patience {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** {@return whether it has come} */
  static boolean until(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + BOUND_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(2);
    }
    return true;
  }
}
