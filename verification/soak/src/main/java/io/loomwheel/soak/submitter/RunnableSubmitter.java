package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;

/** {@code schedule} of the timer itself. */
final class RunnableSubmitter implements Submitter {
  private final WheelTimer timer;

  RunnableSubmitter(Ground ground) {
    timer = ground.timer();
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    return new TimeoutTicket(timer.schedule(body, Duration.ofNanos(delayNanos)));
  }
}
