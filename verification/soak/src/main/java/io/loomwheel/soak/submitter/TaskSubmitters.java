package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.util.concurrent.Future;

/** Executors that take tasks without a delay of their own. */
final class TaskSubmitters {
  /** A serial executor on the timer's executor, or on the threads that timers use by default. */
  static final class SerialSubmitter implements Submitter {
    private final SerialExecutor given;
    private final SerialExecutor usual = new SerialExecutor();

    SerialSubmitter(Ground ground) {
      given =
          new SerialExecutor(ground.executor(), (task, cause) -> ground.onFailure().accept(cause));
    }

    @Override
    public Ticket submit(Entry entry, Runnable body, long delayNanos) {
      ((delayNanos & 1) == 0 ? given : usual).execute(body);
      return new PlainTicket(false);
    }

    @Override
    public long dueIn(long delayNanos) {
      return 0;
    }
  }

  /** What runs a timer's tasks by default, used by itself. */
  static final class RelaySubmitter implements Submitter {
    private final Relay relay = new Relay();
    private final Ground ground;

    RelaySubmitter(Ground ground) {
      this.ground = ground;
    }

    @Override
    public Ticket submit(Entry entry, Runnable body, long delayNanos) {
      relay.execute(() -> Guarded.run(ground, body));
      return new PlainTicket(false);
    }

    @Override
    public long dueIn(long delayNanos) {
      return 0;
    }
  }

  /**
   * An executor that owns its timer, whose thread runs the tasks too. It ends with its last task.
   * Its clock is the JVM's own, so that a soak on another doesn't know when a task is due.
   */
  static final class OwnTimerSubmitter implements Submitter {
    private static final long LONGEST_NANOS = MILLISECONDS.toNanos(5);

    private final WheelExecutorService executor =
        WheelExecutorService.builder()
            .name("soak-timer-own")
            .taskExecutor(Runnable::run)
            .executeDelayedAfterShutdown(true)
            .continuePeriodicAfterShutdown(false)
            .build();

    @Override
    public Ticket submit(Entry entry, Runnable body, long delayNanos) {
      return new Held(executor.schedule(body, Math.min(delayNanos, LONGEST_NANOS), NANOSECONDS));
    }

    @Override
    public long dueIn(long delayNanos) {
      return 0;
    }

    @Override
    public void close(boolean now) {
      if (now) {
        Job.takeBack(executor.shutdownNow());
      } else if (!executor.isShutdown()) {
        var unused =
            executor.schedule(
                () -> {}, LONGEST_NANOS, NANOSECONDS); // the last task, after the shutdown
        executor.shutdown();
      }
    }

    @Override
    public boolean terminates(long boundNanos) throws InterruptedException {
      return executor.awaitTermination(boundNanos, NANOSECONDS);
    }

    /** One that nobody cancels, so that a task is the last to end. */
    private record Held(Future<?> future) implements Ticket {
      @Override
      public boolean cancel() {
        return false;
      }

      @Override
      public boolean isOver() {
        return future.isDone();
      }

      @Override
      public boolean isUndone() {
        return !future.isDone();
      }
    }
  }
}
