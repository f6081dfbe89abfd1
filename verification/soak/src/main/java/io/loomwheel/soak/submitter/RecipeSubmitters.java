package io.loomwheel.soak.submitter;

import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.LeaseRenewal;
import io.loomwheel.recipes.RetryTask;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The recipes. */
final class RecipeSubmitters {
  /** Heartbeats, of which the first is the task; there is one a connection, which then closes. */
  record HeartbeatSubmitter(Ground ground) implements Submitter {
    @Override
    public Ticket submit(Entry entry, Runnable body, long delayNanos) {
      AtomicReference<Runnable> first = new AtomicReference<>(body);
      return new HeldHeartbeat(
          HeartbeatTask.start(
              ground.timer(), Duration.ofNanos(Math.max(1, delayNanos)), 1, new Channel(first)));
    }

    private record Channel(AtomicReference<Runnable> first) implements HeartbeatTask.Channel {
      @Override
      public void heartbeat() {
        Runnable body = first.getAndSet(null);
        if (body != null) {
          body.run();
        }
      }

      @Override
      public void lost(int unanswered) {
        // it was left without an answer, and is paused
      }
    }

    private record HeldHeartbeat(HeartbeatTask task) implements Ticket {
      /** Proves nothing: a heartbeat may be on its way. */
      @Override
      public boolean cancel() {
        task.pause();
        task.resume();
        task.read();
        task.write();
        task.close();
        return false;
      }

      @Override
      public boolean isOver() {
        return task.isClosed();
      }
    }
  }

  /** Leases whose first renewal is the task. It fails, and the lease is over. */
  record LeaseSubmitter(Ground ground) implements Submitter {
    /** A renewal comes when a third of the lease is over. */
    private static final int RENEWALS = 3;

    @Override
    public Ticket submit(Entry entry, Runnable body, long delayNanos) {
      LeaseRenewal renewal =
          LeaseRenewal.of(
              ground.timer(), Duration.ofNanos(lengthNanos(delayNanos)), new Lease(body));
      renewal.start();
      return new HeldLease(renewal);
    }

    private static long lengthNanos(long delayNanos) {
      long delay = Math.max(1, delayNanos);
      return delay > Long.MAX_VALUE / RENEWALS ? Long.MAX_VALUE : delay * RENEWALS;
    }

    @Override
    public long dueIn(long delayNanos) {
      return lengthNanos(delayNanos) / RENEWALS;
    }

    private static final class Lease implements LeaseRenewal.Lease {
      private final Runnable body;
      private final AtomicBoolean renewed = new AtomicBoolean();

      Lease(Runnable body) {
        this.body = body;
      }

      @Override
      public boolean renew() {
        if (renewed.compareAndSet(false, true)) {
          body.run();
        }
        return false;
      }

      @Override
      public void lost(@Nullable Throwable cause) {
        // as it was meant to be
      }
    }

    private record HeldLease(LeaseRenewal renewal) implements Ticket {
      /** Proves nothing: a renewal may be on its way. */
      @Override
      public boolean cancel() {
        renewal.cancel();
        return false;
      }

      @Override
      public boolean isOver() {
        return !renewal.isHeld();
      }

      /** A renewal that came too late for its lease has no one to tell but the lease. */
      @Override
      public boolean isGivenUp() {
        return !renewal.isHeld();
      }
    }
  }

  /** Attempts of which the first fails; the second is the task. */
  record RetrySubmitter(Ground ground) implements Submitter {
    @Override
    public Ticket submit(Entry entry, Runnable body, long delayNanos) {
      RetryTask retry =
          RetryTask.on(ground.timer())
              .attempts(2)
              .backoff((failures, random) -> Math.max(1, delayNanos))
              .retryIf(IOException.class::isInstance)
              .random(ThreadLocalRandom.current())
              .build();
      return new FutureTicket(retry.start(new Attempt(body, new AtomicBoolean())));
    }

    private record Attempt(Runnable body, AtomicBoolean failed) implements Callable<Boolean> {
      @Override
      public Boolean call() throws IOException {
        if (failed.compareAndSet(false, true)) {
          throw new IOException("not at once");
        }
        body.run();
        return true;
      }
    }
  }
}
