package io.loomwheel.soak.submitter;

import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.recipes.LeaseRenewal;
import io.loomwheel.recipes.RetryTask;
import io.loomwheel.soak.ledger.Ticket;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The recipes. */
final class RecipeSubmitters {
  /** A renewal comes when a third of the lease is over. */
  static final int RENEWALS = 3;

  /** What comes again, and does so but once. */
  private record Once(Runnable body, AtomicBoolean isDone)
      implements Runnable, HeartbeatTask.Channel, LeaseRenewal.Lease {
    Once(Runnable body) {
      this(body, new AtomicBoolean());
    }

    @Override
    public void run() {
      if (isDone.compareAndSet(false, true)) {
        body.run();
      }
    }

    @Override
    public void heartbeat() {
      run();
    }

    @Override
    public void lost(int unanswered) {
      // it was left without an answer, and is paused
    }

    @Override
    public boolean renew() {
      run();
      return false;
    }

    @Override
    public void lost(@Nullable Throwable cause) {
      // as it was meant to be
    }
  }

  /**
   * Idle timeouts, of which the first idle period counts; a touch in time puts its end off. A touch
   * that is too late begins another period, though the first may still be reported.
   */
  static Submitter idleTimeout(Ground ground) {
    return (entry, body, delay) -> {
      long limit = Math.max(1, delay);
      Once first = new Once(body);
      IdleTimeout idle =
          IdleTimeout.start(
              ground.timer(),
              Duration.ofNanos(limit),
              quiet -> {
                try {
                  first.run();
                } finally {
                  quiet.close();
                }
              });
      AtomicBoolean late = new AtomicBoolean();
      return Ticket.of(
              () -> {
                idle.pause();
                idle.resume();
                idle.close();
              },
              idle::isClosed)
          .movedBy(
              ignored -> {
                if (!late.get() && (first.isDone.get() || !idle.touch())) {
                  late.set(true);
                }
                return late.get() ? Ticket.REFUSED : limit;
              });
    };
  }

  /** Heartbeats, of which the first is the task; there is one a connection, which then closes. */
  static Submitter heartbeat(Ground ground) {
    return (entry, body, delay) -> {
      Duration interval = Duration.ofNanos(Math.max(1, delay));
      HeartbeatTask task = HeartbeatTask.start(ground.timer(), interval, 1, new Once(body));
      return Ticket.of(
          () -> {
            task.pause();
            task.resume();
            task.read();
            task.write();
            task.close();
          },
          task::isClosed);
    };
  }

  /** Leases whose first renewal is the task. It fails, and the lease is over. */
  static Submitter lease(Ground ground) {
    return (entry, body, delay) -> {
      Duration length =
          Duration.ofNanos(Math.clamp(delay, 1, Long.MAX_VALUE / RENEWALS) * RENEWALS);
      LeaseRenewal renewal = LeaseRenewal.of(ground.timer(), length, new Once(body));
      renewal.start();
      return Ticket.of(renewal::cancel, () -> !renewal.isHeld())
          .givenUpIf(() -> !renewal.isHeld()); // one that came too late tells the lease alone
    };
  }

  /** Attempts of which the first fails; the second is the task. */
  static Submitter retry(Ground ground) {
    return (entry, body, delay) -> {
      AtomicBoolean failed = new AtomicBoolean();
      RetryTask retry =
          RetryTask.on(ground.timer())
              .attempts(2)
              .backoff((failures, random) -> Math.max(1, delay))
              .retryIf(IOException.class::isInstance)
              .random(ThreadLocalRandom.current())
              .build();
      return Ticket.of(
          retry.start(
              () -> {
                if (failed.compareAndSet(false, true)) {
                  throw new IOException("not at once");
                }
                body.run();
                return true;
              }));
    };
  }
}
