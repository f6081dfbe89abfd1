package io.loomwheel.soak.submitter;

import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;

/** A serial executor on the timer's executor, or on the threads that timers use by default. */
final class SerialSubmitter implements Submitter {
  private final SerialExecutor given;
  private final SerialExecutor usual = new SerialExecutor();

  SerialSubmitter(Ground ground) {
    given =
        new SerialExecutor(ground.executor(), (task, cause) -> ground.onFailure().accept(cause));
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    ((delayNanos & 1) == 0 ? given : usual).execute(body);
    return new PlainTicket(false);
  }

  @Override
  public long dueIn(long delayNanos) {
    return 0;
  }
}
