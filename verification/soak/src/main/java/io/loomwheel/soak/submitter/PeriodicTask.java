package io.loomwheel.soak.submitter;

import io.loomwheel.soak.load.Planned;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A periodic task whose first run is the one that the ledger knows; it cancels itself, and must not
 * overlap itself. Thread-safe.
 */
final class PeriodicTask implements Runnable {
  private static final int MOST_RUNS = 5;

  private final Runnable first;
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicBoolean isRunning = new AtomicBoolean();

  /** Null until it was handed in; written by who does so. */
  private volatile @Nullable Runnable cancel;

  PeriodicTask(Runnable first) {
    this.first = first;
  }

  /** {@return its period: short, or an hour, so that a cancel that is not seen shows} */
  static long periodNanos(long delayNanos) {
    return (delayNanos & 16) == 0 ? 500_000 : 3_600_000_000_000L;
  }

  void cancelledBy(Runnable action) {
    cancel = action;
  }

  @Override
  public void run() {
    if (!isRunning.compareAndSet(false, true)) {
      Planned.found("a periodic task overlaps itself");
    }
    try {
      int run = runs.incrementAndGet();
      Runnable own = cancel;
      if (run >= MOST_RUNS && own != null) {
        own.run();
      }
      if (run == 1) {
        first.run();
      }
    } finally {
      isRunning.set(false);
    }
  }
}
