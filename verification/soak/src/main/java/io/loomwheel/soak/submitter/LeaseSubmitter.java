package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import io.loomwheel.recipes.LeaseRenewal;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Leases whose first renewal is the task. It fails, and the lease is over. */
final class LeaseSubmitter implements Submitter {
  /** A renewal comes when a third of the lease is over. */
  private static final int RENEWALS = 3;

  private final WheelTimer timer;

  LeaseSubmitter(Ground ground) {
    timer = ground.timer();
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    LeaseRenewal renewal =
        LeaseRenewal.of(timer, Duration.ofNanos(lengthNanos(delayNanos)), new Lease(body));
    renewal.start();
    return new Held(renewal);
  }

  private static long lengthNanos(long delayNanos) {
    long delay = Math.max(1, delayNanos);
    return delay > Long.MAX_VALUE / RENEWALS ? Long.MAX_VALUE : delay * RENEWALS;
  }

  @Override
  public long dueIn(long delayNanos) {
    return lengthNanos(delayNanos) / RENEWALS;
  }

  private static final class Lease implements LeaseRenewal.Lease {
    private final Runnable body;
    private final AtomicBoolean renewed = new AtomicBoolean();

    Lease(Runnable body) {
      this.body = body;
    }

    @Override
    public boolean renew() {
      if (renewed.compareAndSet(false, true)) {
        body.run();
      }
      return false;
    }

    @Override
    public void lost(@Nullable Throwable cause) {
      // as it was meant to be
    }
  }

  private record Held(LeaseRenewal renewal) implements Ticket {
    /** Proves nothing: a renewal may be on its way. */
    @Override
    public boolean cancel() {
      renewal.cancel();
      return false;
    }

    @Override
    public boolean isOver() {
      return !renewal.isHeld();
    }

    /** A renewal that came too late for its lease has no one to tell but the lease. */
    @Override
    public boolean isGivenUp() {
      return !renewal.isHeld();
    }
  }
}
