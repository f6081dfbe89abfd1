package io.loomwheel.soak.submitter;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;

/** What runs a timer's tasks by default, used by itself. */
final class RelaySubmitter implements Submitter {
  private final Relay relay = new Relay();
  private final Ground ground;

  RelaySubmitter(Ground ground) {
    this.ground = ground;
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    relay.execute(() -> Guarded.run(ground, body));
    return new PlainTicket(false);
  }

  @Override
  public long dueIn(long delayNanos) {
    return 0;
  }
}
