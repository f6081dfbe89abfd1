package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.soak.ledger.Ticket;

/** A timeout as a ticket. */
record TimeoutTicket(Timeout timeout) implements Ticket {
  @Override
  public boolean cancel() {
    return timeout.cancel();
  }

  /** True only where the stop of the timer cancelled it: a cancel of our own is counted before. */
  @Override
  public boolean isOver() {
    return timeout.isCancelled() && !(timeout.task() instanceof Returnable);
  }

  @Override
  public long reschedule(long delayNanos) {
    return timeout.reschedule(delayNanos, NANOSECONDS) ? delayNanos : REFUSED;
  }
}
