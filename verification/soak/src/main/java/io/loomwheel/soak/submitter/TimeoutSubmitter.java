package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;

/** {@code newTimeout} of the timer itself. */
final class TimeoutSubmitter implements Submitter {
  private final WheelTimer timer;

  TimeoutSubmitter(Ground ground) {
    timer = ground.timer();
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    entry.expectsTelling();
    return new TimeoutTicket(timer.newTimeout(new Task(entry, body), delayNanos, NANOSECONDS));
  }

  private record Task(Entry entry, Runnable body) implements Returnable, TimerTask {
    @Override
    public void run(Timeout timeout) {
      body.run();
    }

    @Override
    public void cancelled(Timeout timeout) {
      entry.notified();
    }

    @Override
    public void returned() {
      entry.returned();
    }
  }
}
