package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;

/** The timer itself. */
final class TimerSubmitters {
  /** {@code schedule} of the timer itself. */
  static Submitter schedule(Ground ground) {
    return (entry, body, delayNanos) ->
        new TimeoutTicket(ground.timer().schedule(body, Duration.ofNanos(delayNanos)));
  }

  /** {@code newTimeout} of the timer itself. */
  static Submitter newTimeout(Ground ground) {
    return (entry, body, delayNanos) -> {
      entry.expectsTelling();
      return new TimeoutTicket(
          ground.timer().newTimeout(new Task(entry, body), delayNanos, NANOSECONDS));
    };
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

  /** A timeout as a ticket. */
  record TimeoutTicket(Timeout timeout) implements Ticket {
    @Override
    public boolean cancel() {
      return timeout.cancel();
    }

    /**
     * True only where the stop of the timer cancelled it: a cancel of our own is counted before.
     */
    @Override
    public boolean isOver() {
      return timeout.isCancelled() && !(timeout.task() instanceof Returnable);
    }

    @Override
    public long reschedule(long delayNanos) {
      return timeout.reschedule(delayNanos, NANOSECONDS) ? delayNanos : REFUSED;
    }
  }
}
