package io.loomwheel.soak.submitter;

import io.loomwheel.WheelTimer;
import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Idle timeouts; a touch puts one off by its whole limit. */
final class IdleTimeoutSubmitter implements Submitter {
  private final WheelTimer timer;

  IdleTimeoutSubmitter(Ground ground) {
    timer = ground.timer();
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    long limit = Math.max(1, delayNanos);
    AtomicReference<Runnable> first = new AtomicReference<>(body);
    IdleTimeout idle =
        IdleTimeout.start(timer, Duration.ofNanos(limit), quiet -> runOnce(quiet, first));
    return new Held(idle, limit, first);
  }

  private static void runOnce(IdleTimeout idle, AtomicReference<Runnable> first) {
    Runnable body = first.getAndSet(null);
    try {
      if (body != null) { // otherwise it was touched after the first quiet time
        body.run();
      }
    } finally {
      idle.close();
    }
  }

  private record Held(IdleTimeout idle, long limitNanos, AtomicReference<Runnable> first)
      implements Ticket {
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
      return first.get() != null && idle.touch() ? limitNanos : REFUSED;
    }
  }
}
