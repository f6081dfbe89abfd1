package io.loomwheel.soak.fault;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what has to come, within a bound. Stateless. */
final class Patience {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final long PAUSE_MILLIS = 2;

  /** Collecting costs more than looking. */
  private static final long GC_PAUSE_MILLIS = 50;

  /** {@return whether it has come} */
  static boolean until(BooleanSupplier condition) throws InterruptedException {
    return until(PAUSE_MILLIS, condition);
  }

  private static boolean until(long pauseMillis, BooleanSupplier condition)
      throws InterruptedException {
    long end = System.nanoTime() + BOUND_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(pauseMillis);
    }
    return true;
  }

  /** As {@link #until}, for what only the collector brings about. */
  static boolean untilCollected(BooleanSupplier condition) throws InterruptedException {
    return until(
        GC_PAUSE_MILLIS,
        () -> {
          System.gc();
          return condition.getAsBoolean();
        });
  }
}
