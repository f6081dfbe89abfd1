package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One of the methods of a scheduled executor service. */
final class ExecutorSubmitter implements Submitter {
  private final WheelExecutorService executor;
  private final ExecutorCall call;

  ExecutorSubmitter(WheelExecutorService executor, ExecutorCall call) {
    this.executor = executor;
    this.call = call;
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    return call.hand(executor, new Job(entry, body), delayNanos);
  }

  @Override
  public long dueIn(long delayNanos) {
    return call.delays ? delayNanos : 0;
  }

  @Override
  public Runnable repeat(Runnable body, long periodNanos) {
    Future<?> future = executor.scheduleAtFixedRate(body, periodNanos, periodNanos, NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public void close(boolean now) {
    if (now) {
      List<Runnable> left = executor.shutdownNow();
      if (call != ExecutorCall.INVOKE_ANY) { // the JDK's caller would wait for it without a limit
        Job.takeBack(left);
      }
    } else {
      executor.shutdown();
    }
  }

  @Override
  public boolean terminates(long boundNanos) throws InterruptedException {
    return executor.awaitTermination(boundNanos, NANOSECONDS);
  }

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
    SCHEDULE(true) {
      @Override
      Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
        return new FutureTicket(
            (delayNanos & 1) == 0
                ? executor.schedule((Runnable) job, delayNanos, NANOSECONDS)
                : executor.schedule((Callable<Boolean>) job, delayNanos, NANOSECONDS));
      }
    },
    FIXED_RATE(true) {
      @Override
      Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
        Period period = new Period(job, delayNanos);
        return period.ticket(
            executor.scheduleAtFixedRate(period, delayNanos, period.nanos(), NANOSECONDS));
      }
    },
    FIXED_DELAY(true) {
      @Override
      Ticket hand(WheelExecutorService executor, Job job, long delayNanos) {
        Period period = new Period(job, delayNanos);
        return period.ticket(
            executor.scheduleWithFixedDelay(period, delayNanos, period.nanos(), NANOSECONDS));
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

    /** Whether the task waits for the delay before it begins. */
    final boolean delays;

    ExecutorCall() {
      this(false);
    }

    ExecutorCall(boolean delays) {
      this.delays = delays;
    }

    abstract Ticket hand(WheelExecutorService executor, Job job, long delayNanos);

    private static long limit(long delayNanos) {
      return Math.min(delayNanos, LONGEST_NANOS);
    }

    /**
     * A periodic task whose first run is the one that the ledger knows; some cancel themselves. Its
     * period is short, or an hour, so that a cancel that is not seen shows. Thread-safe.
     */
    static final class Period implements Runnable {
      private static final long SHORT_NANOS = 500_000;
      private static final long HOUR_NANOS = 3_600_000_000_000L;
      private static final int RUNS = 5;

      private final Job job;
      private final boolean isShort;
      private final AtomicInteger runs = new AtomicInteger();

      /** Null until it was handed in. */
      private volatile @Nullable Future<?> future;

      /** Makes one whose period is as random as the delay. */
      Period(Job job, long delayNanos) {
        this.job = job;
        this.isShort = (delayNanos & 1) == 0;
      }

      long nanos() {
        return isShort ? SHORT_NANOS : HOUR_NANOS;
      }

      Ticket ticket(Future<?> made) {
        future = made;
        return new FutureTicket(made);
      }

      @Override
      public void run() {
        int run = runs.incrementAndGet();
        Future<?> own = future;
        if (run >= RUNS && own != null) {
          own.cancel(false);
        }
        if (run == 1) {
          job.run();
        }
      }
    }
  }
}
