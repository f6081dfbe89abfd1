package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/** The methods of a scheduled executor service that take tasks. */
enum ExecutorCall {
  EXECUTE {
    @Override
    Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
      executor.execute(job);
      return new PlainTicket(false);
    }
  },
  SUBMIT {
    @Override
    Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
      return new FutureTicket(
          switch ((int) (delayNanos & 3)) {
            case 0 -> executor.submit((Runnable) job);
            case 1 -> executor.submit(job, true);
            default -> executor.submit((Callable<Boolean>) job);
          });
    }
  },
  SUBMIT_TIMED {
    @Override
    Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
      return new FutureTicket(
          (delayNanos & 1) == 0
              ? executor.submitWithTimeout((Runnable) job, Duration.ofNanos(delayNanos))
              : executor.submitWithTimeout((Callable<Boolean>) job, Duration.ofNanos(delayNanos)),
          true);
    }
  },
  SCHEDULE {
    @Override
    Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
      return new FutureTicket(
          (delayNanos & 1) == 0
              ? executor.schedule((Runnable) job, delayNanos, NANOSECONDS)
              : executor.schedule((Callable<Boolean>) job, delayNanos, NANOSECONDS));
    }

    @Override
    boolean delays() {
      return true;
    }
  },
  FIXED_RATE {
    @Override
    Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
      Period period = new Period(job, delayNanos);
      return period.ticket(
          executor.scheduleAtFixedRate(period, delayNanos, period.nanos(), NANOSECONDS));
    }

    @Override
    boolean delays() {
      return true;
    }
  },
  FIXED_DELAY {
    @Override
    Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
      Period period = new Period(job, delayNanos);
      return period.ticket(
          executor.scheduleWithFixedDelay(period, delayNanos, period.nanos(), NANOSECONDS));
    }

    @Override
    boolean delays() {
      return true;
    }
  },
  INVOKE_ALL {
    @Override
    Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
      try { // one task alone: where a second is refused the first may have run
        return new FutureTicket(
            executor.invokeAll(List.of(job), limit(delayNanos), NANOSECONDS).getFirst(), true);
      } catch (InterruptedException asPlanned) {
        return new PlainTicket(true);
      }
    }
  },
  INVOKE_ANY {
    @Override
    Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
      try {
        executor.invokeAny(List.of(job), limit(delayNanos), NANOSECONDS);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RejectedExecutionException refused) {
          throw refused;
        }
      } catch (TimeoutException | InterruptedException asPlanned) {
        // it was cancelled, perhaps while it ran
      }
      return new PlainTicket(true);
    }
  };

  /** Callers wait so long at most. */
  private static final long LONGEST_NANOS = 1_000_000;

  abstract Ticket hand(WheelExecutorService executor, Job job, long delayNanos);

  /** {@return whether the task waits for the delay before it begins} */
  boolean delays() {
    return false;
  }

  private static long limit(long delayNanos) {
    return Math.min(delayNanos, LONGEST_NANOS);
  }
}
