package io.loomwheel.soak.submitter;

import io.loomwheel.soak.ledger.Ticket;

/**
 * Of a task that its caller holds nothing of.
 *
 * @param isOver whether the call that has handed it in says that it will not begin any more
 */
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
