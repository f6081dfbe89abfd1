package io.loomwheel.soak.submitter;

import io.loomwheel.soak.ledger.Ticket;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A periodic task whose first run is the one that the ledger knows; some cancel themselves. Its
 * period is short, or an hour, so that a cancel that is not seen shows. Thread-safe.
 */
final class Period implements Runnable {
  private static final long SHORT_NANOS = 500_000;
  private static final long HOUR_NANOS = 3_600_000_000_000L;
  private static final int RUNS = 5;

  private final Job job;
  private final boolean isShort;
  private final AtomicInteger runs = new AtomicInteger();

  /** Null until it was handed in. */
  private volatile @Nullable Future<?> future;

  /** Makes one whose period is as random as the delay. */
  Period(Job job, long delayNanos) {
    this.job = job;
    this.isShort = (delayNanos & 1) == 0;
  }

  long nanos() {
    return isShort ? SHORT_NANOS : HOUR_NANOS;
  }

  Ticket ticket(Future<?> made) {
    future = made;
    return new FutureTicket(made);
  }

  @Override
  public void run() {
    int run = runs.incrementAndGet();
    Future<?> own = future;
    if (run >= RUNS && own != null) {
      own.cancel(false);
    }
    if (run == 1) {
      job.run();
    }
  }
}
