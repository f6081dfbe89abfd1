package io.loomwheel.soak.submitter;

import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Idle timeouts, of which the first idle period counts; a touch in time puts its end off. */
record IdleTimeoutSubmitter(Ground ground) implements Submitter {
  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    long limit = Math.max(1, delayNanos);
    FirstPeriod first = new FirstPeriod(body);
    return new Held(
        IdleTimeout.start(ground.timer(), Duration.ofNanos(limit), first), limit, first);
  }

  /** The idle period that runs the body at its end. */
  static final class FirstPeriod implements IdleTimeout.Listener {
    private final AtomicReference<Runnable> body;

    FirstPeriod(Runnable body) {
      this.body = new AtomicReference<>(body);
    }

    @Override
    public void idle(IdleTimeout idle) {
      Runnable first = body.getAndSet(null);
      try {
        if (first != null) { // otherwise a touch that was too late began another period
          first.run();
        }
      } finally {
        idle.close();
      }
    }

    private boolean isDone() {
      return body.get() == null;
    }
  }

  /** A touch that is too late begins another period, though the first may still be reported. */
  static final class Held implements Ticket {
    private final IdleTimeout idle;
    private final long limitNanos;
    private final FirstPeriod first;

    /** Whether a touch was too late; the thread's that reschedules. */
    private boolean late;

    Held(IdleTimeout idle, long limitNanos, FirstPeriod first) {
      this.idle = idle;
      this.limitNanos = limitNanos;
      this.first = first;
    }

    /** Proves nothing: its listener may be on its way. */
    @Override
    public boolean cancel() {
      idle.pause();
      idle.resume();
      idle.close();
      return false;
    }

    @Override
    public boolean isOver() {
      return idle.isClosed();
    }

    @Override
    public long reschedule(long delayNanos) {
      late = late || first.isDone() || !idle.touch();
      return late ? REFUSED : limitNanos;
    }
  }
}
