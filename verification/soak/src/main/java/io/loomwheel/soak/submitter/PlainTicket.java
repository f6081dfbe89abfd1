package io.loomwheel.soak.submitter;

import io.loomwheel.soak.ledger.Ticket;

/** Of a task that its caller holds nothing of. */
record PlainTicket(boolean isOver) implements Ticket {
  @Override
  public boolean cancel() {
    return false;
  }

  @Override
  public boolean isGivenUp() {
    return isOver;
  }
}
