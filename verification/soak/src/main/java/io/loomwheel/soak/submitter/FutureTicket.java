package io.loomwheel.soak.submitter;

import io.loomwheel.soak.ledger.Ticket;
import java.util.concurrent.Future;

/** A future as a ticket. */
record FutureTicket(Future<?> future, boolean isTimed) implements Ticket {
  FutureTicket(Future<?> future) {
    this(future, false);
  }

  /** Proves nothing: true of a future whose task runs, too. */
  @Override
  public boolean cancel() {
    future.cancel(false);
    return false;
  }

  @Override
  public boolean isOver() {
    return future.isDone();
  }

  @Override
  public boolean isGivenUp() {
    return isTimed && isOver();
  }

  @Override
  public boolean isUndone() {
    return !future.isDone();
  }
}
