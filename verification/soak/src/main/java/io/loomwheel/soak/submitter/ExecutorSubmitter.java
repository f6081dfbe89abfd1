package io.loomwheel.soak.submitter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One of the methods of an executor service. */
final class ExecutorSubmitter<E extends ExecutorService> implements Submitter {
  /** Callers wait so long at most. */
  private static final long LONGEST_NANOS = 1_000_000;

  /** A method that takes a task. */
  private interface Call<E> {
    Ticket hand(E executor, Job job, long delayNanos);
  }

  private final E executor;
  private final boolean handsBack;
  private final Call<E> call;

  /**
   * Makes one.
   *
   * @param handsBack whether a {@code shutdownNow} hands back what waits; where it doesn't nobody
   *     looks at what it returns
   */
  private ExecutorSubmitter(E executor, boolean handsBack, Call<E> call) {
    this.executor = executor;
    this.handsBack = handsBack;
    this.call = call;
  }

  private static Submitter on(Ground ground, Call<WheelExecutorService> call) {
    return new ExecutorSubmitter<>(WheelExecutorService.on(ground.timer()), true, call);
  }

  static Submitter execute(Ground ground) {
    return on(
        ground,
        (executor, job, delay) -> {
          executor.execute(job);
          return Ticket.NONE;
        });
  }

  static Submitter submit(Ground ground) {
    return on(
        ground,
        (executor, job, delay) ->
            Ticket.of(
                switch ((int) (delay & 3)) {
                  case 0 -> executor.submit((Runnable) job);
                  case 1 -> executor.submit(job, true);
                  default -> executor.submit((Callable<Boolean>) job);
                }));
  }

  static Submitter submitTimed(Ground ground) {
    return on(
        ground,
        (executor, job, delay) -> {
          Duration timeout = Duration.ofNanos(delay);
          Future<?> future =
              (delay & 1) == 0
                  ? executor.submitWithTimeout((Runnable) job, timeout)
                  : executor.submitWithTimeout((Callable<Boolean>) job, timeout);
          return Ticket.of(future).givenUpIf(future::isDone);
        });
  }

  static Submitter schedule(Ground ground) {
    return on(
        ground,
        (executor, job, delay) ->
            Ticket.of(
                (delay & 1) == 0
                    ? executor.schedule((Runnable) job, delay, NANOSECONDS)
                    : executor.schedule((Callable<Boolean>) job, delay, NANOSECONDS)));
  }

  static Submitter fixedRate(Ground ground) {
    return on(ground, (executor, job, delay) -> period(executor::scheduleAtFixedRate, job, delay));
  }

  static Submitter fixedDelay(Ground ground) {
    return on(
        ground, (executor, job, delay) -> period(executor::scheduleWithFixedDelay, job, delay));
  }

  private interface Periodic {
    Future<?> schedule(Runnable task, long delay, long period, TimeUnit unit);
  }

  private static Ticket period(Periodic method, Job job, long delayNanos) {
    PeriodicTask task = new PeriodicTask(job);
    Future<?> made =
        method.schedule(task, delayNanos, PeriodicTask.periodNanos(delayNanos), NANOSECONDS);
    task.cancelledBy(() -> made.cancel(false));
    return Ticket.of(made);
  }

  /** Of one task alone: where a second is refused the first may have run. */
  static Submitter invokeAll(Ground ground) {
    return on(
        ground,
        (executor, job, delay) -> {
          try {
            long limit = Math.min(delay, LONGEST_NANOS);
            Future<?> future = executor.invokeAll(List.of(job), limit, NANOSECONDS).getFirst();
            return Ticket.of(future).givenUpIf(future::isDone);
          } catch (InterruptedException asPlanned) {
            return Ticket.OVER;
          }
        });
  }

  /** The JDK's caller would wait without a limit for what a {@code shutdownNow} has handed back. */
  static Submitter invokeAny(Ground ground) {
    return new ExecutorSubmitter<>(
        WheelExecutorService.builder().timer(ground.timer()).build(),
        false,
        (executor, job, delay) -> {
          try {
            executor.invokeAny(List.of(job), Math.min(delay, LONGEST_NANOS), NANOSECONDS);
          } catch (ExecutionException e) {
            if (e.getCause() instanceof RejectedExecutionException refused) {
              throw refused;
            }
          } catch (TimeoutException | InterruptedException asPlanned) {
            // it was cancelled, perhaps while it ran
          }
          return Ticket.OVER;
        });
  }

  /**
   * An executor that owns its timer, whose thread runs the tasks too. Nobody cancels, so that it
   * ends with its last task. Its clock is the JVM's own, so that a soak on another doesn't know
   * when a task is due.
   */
  static Submitter ownTimer(Ground ground) {
    return new ExecutorSubmitter<>(
        WheelExecutorService.builder()
            .name("soak-timer-own")
            .taskExecutor(Runnable::run)
            .executeDelayedAfterShutdown(true)
            .continuePeriodicAfterShutdown(false)
            .build(),
        true,
        (executor, job, delay) -> {
          Future<?> future =
              executor.schedule((Runnable) job, Math.min(delay, 5 * LONGEST_NANOS), NANOSECONDS);
          return new Ticket(() -> false, future::isDone).doneIf(future::isDone);
        });
  }

  /** An executor of virtual threads that starts whatever comes. */
  static Submitter virtualThreads(Ground ground) {
    return on(builder(ground).namePrefix("soak-virtual-").build(), false);
  }

  /** One in which tasks wait for a turn, or are refused. */
  static Submitter virtualThreadsQueued(Ground ground) {
    return on(
        builder(ground).relayed().contextCapture(task -> task).maxRunning(4, 64).build(), true);
  }

  /** One that refuses what can't run at once. */
  static Submitter virtualThreadsLimited(Ground ground) {
    return on(builder(ground).maxRunning(4).build(), false);
  }

  private static VirtualThreadExecutor.Builder builder(Ground ground) {
    return VirtualThreadExecutor.builder()
        .onFailure((task, cause) -> ground.onFailure().accept(cause));
  }

  private static Submitter on(VirtualThreadExecutor threads, boolean handsBack) {
    return new ExecutorSubmitter<>(
        threads,
        handsBack,
        (executor, job, delay) -> {
          if ((delay & 1) == 0) {
            executor.execute(job);
            return Ticket.NONE;
          }
          return Ticket.of(executor.submit((Callable<Boolean>) job));
        });
  }

  @Override
  public Ticket submit(Entry entry, Runnable body, long delayNanos) {
    return call.hand(executor, new Job(entry, body), delayNanos);
  }

  @Override
  public void close(boolean now) {
    if (!now) {
      executor.shutdown();
    } else {
      List<Runnable> left = executor.shutdownNow();
      if (handsBack) {
        Job.takeBack(left);
      }
    }
  }

  @Override
  public boolean terminates(long boundNanos) throws InterruptedException {
    return executor.awaitTermination(boundNanos, NANOSECONDS);
  }

  @Override
  public void release() {
    executor.close();
  }
}
