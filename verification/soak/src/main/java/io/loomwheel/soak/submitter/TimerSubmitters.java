package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.Timeout;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.netty.NettyWheelTimer;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The timer itself, what is but a view of it, and what runs its tasks. */
final class TimerSubmitters {
  private static final Object LATE = "late";

  /** {@code schedule} of the timer itself. */
  static Submitter schedule(Ground ground) {
    return (entry, body, delay) -> {
      Timeout timeout = ground.timer().schedule(body, Duration.ofNanos(delay));
      return ticket(timeout, false);
    };
  }

  /** {@code newTimeout} of the timer itself. */
  static Submitter newTimeout(Ground ground) {
    return (entry, body, delay) -> {
      entry.expectsTelling();
      Timeout timeout = ground.timer().newTimeout(new Job(entry, body), delay, NANOSECONDS);
      return ticket(timeout, true);
    };
  }

  /** Over only where the stop of the timer has cancelled it: our own cancel is counted before. */
  private static Ticket ticket(Timeout timeout, boolean isHandedBack) {
    return new Ticket(timeout::cancel, () -> !isHandedBack && timeout.isCancelled())
        .movedBy(delay -> timeout.reschedule(delay, NANOSECONDS) ? delay : Ticket.REFUSED);
  }

  /** Futures that time out: half of them fail, the others get a value. */
  static Submitter futureTimeout(Ground ground) {
    return (entry, body, delay) -> {
      CompletableFuture<Object> future = new CompletableFuture<>();
      Duration timeout = Duration.ofNanos(delay);
      var unused =
          future.whenComplete(
              (value, failure) -> {
                if (value == LATE || failure instanceof TimeoutException) {
                  ground.guarded(body).run();
                }
              });
      var unusedSame =
          (delay & 1) == 0
              ? Timeouts.orTimeout(ground.timer(), future, timeout)
              : Timeouts.completeOnTimeout(ground.timer(), future, LATE, timeout);
      return new Ticket(
              () -> future.completeExceptionally(new CancellationException("by the soak")),
              future::isCancelled) // here, or by the stop of the timer
          .doneIf(future::isDone);
    };
  }

  /** A serial executor on the timer's executor, or on the threads that timers use by default. */
  static Submitter serial(Ground ground) {
    SerialExecutor usual = new SerialExecutor();
    SerialExecutor given =
        new SerialExecutor(ground.executor(), (task, cause) -> ground.onFailure().accept(cause));
    return (entry, body, delay) -> {
      ((delay & 1) == 0 ? given : usual).execute(body);
      return Ticket.NONE;
    };
  }

  /** What runs a timer's tasks by default, used by itself. */
  static Submitter relay(Ground ground) {
    Relay relay = new Relay();
    return (entry, body, delay) -> {
      relay.execute(ground.guarded(body));
      return Ticket.NONE;
    };
  }

  /** Netty's timer, as a view of the timer that all stand on. */
  static final class NettySubmitter implements Submitter {
    private final NettyWheelTimer timer;

    NettySubmitter(Ground ground) {
      timer = NettyWheelTimer.on(ground.timer());
      timer.start();
    }

    @Override
    public @Nullable Ticket submit(Entry entry, Runnable body, long delayNanos) {
      entry.expectsTelling();
      try {
        io.netty.util.TimerTask task = new Job(entry, body);
        io.netty.util.Timeout timeout = timer.newTimeout(task, delayNanos, NANOSECONDS);
        return new Ticket(timeout::cancel, timeout::isCancelled);
      } catch (IllegalStateException stopped) {
        return null;
      }
    }

    @Override
    public void close(boolean now) {
      if (now) {
        timer.stop().forEach(timeout -> ((Job) timeout.task()).entry().returned());
      }
    }
  }
}
