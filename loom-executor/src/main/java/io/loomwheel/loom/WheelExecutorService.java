package io.loomwheel.loom;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.ExecutorTask;
import io.loomwheel.loom.internal.ExecutorTaskOwner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@code ScheduledExecutorService} whose tasks wait on a timing wheel and run on virtual threads,
 * in place of {@link java.util.concurrent.ScheduledThreadPoolExecutor}.
 *
 * <p>Keeps that class's contract, with these differences: there is no number of threads, so no task
 * waits for another; a cancelled task is forgotten at once; a delay is rounded up to the timer's
 * tick, never down, and one that overflows never ends; and what {@link #execute} throws goes to the
 * handler of uncaught exceptions. {@link #submit} returns no {@code ScheduledFuture}. A pending
 * task doesn't keep the JVM alive; a timer whose thread factory makes threads that aren't daemons
 * does, until it is stopped. Tasks may share a virtual thread, one after the other, unless the
 * builder is told otherwise. On Java 21 to 23 a virtual thread that blocks inside {@code
 * synchronized} keeps its carrier.
 *
 * <p>Thread-safe. Submitting costs a future, a node, and an entry in a list of the thread's own;
 * waiting costs what {@link WheelTimer} says; a periodic task allocates nothing between its runs
 * while it keeps up. At a fixed rate one that doesn't, or whose period is shorter than a tick, goes
 * back to the executor at once for what is overdue, behind the tasks that wait there.
 */
public final class WheelExecutorService extends AbstractExecutorService
    implements ScheduledExecutorService {
  private final String name;
  private final ExecutorTaskOwner owner;
  private final boolean delayedAfterShutdown;
  private final boolean periodicAfterShutdown;

  private WheelExecutorService(Builder builder) {
    WheelTimer given = builder.timer;
    WheelTimer timer = given != null ? given : WheelTimer.builder().name(builder.name).build();
    name = builder.name;
    delayedAfterShutdown = builder.delayedAfterShutdown;
    periodicAfterShutdown = builder.periodicAfterShutdown;
    owner = new ExecutorTaskOwner(timer, given == null, builder.executor);
  }

  /** {@return an executor with a timer of its own, which ends with the last task after shutdown} */
  public static WheelExecutorService create() {
    return builder().build();
  }

  /**
   * {@return an executor on a timer that others may use too, and that shutdown leaves running}
   *
   * @param timer whose wheel the tasks wait on, and whose executor runs them
   */
  public static WheelExecutorService on(WheelTimer timer) {
    return builder().timer(timer).build();
  }

  /** {@return a builder with the defaults of {@link #create}} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void execute(Runnable command) {
    Objects.requireNonNull(command, "command");
    accepted(owner.submit(new ExecutorTask(owner, command)));
  }

  /**
   * Runs a task that has to be done within a time. When the time is up and it isn't, the future
   * fails with a {@link java.util.concurrent.TimeoutException} as the cause, and the thread of the
   * task is interrupted, or it isn't begun any more. When it is done, nothing stays armed.
   *
   * <p>The timer's own thread sees to that: it doesn't matter whether tasks hold all carriers or
   * all threads of the executor. Only a task that runs on the timer's thread, on {@code
   * Runnable::run}, can't be timed out. The interrupt comes from a thread of this executor that is
   * started when needed.
   *
   * <p>If the timer is stopped before, the future is cancelled and the task interrupted, because
   * nobody measures its time any more. That holds for the executor's own timer too, which ends with
   * the last task: what {@link #shutdownNow} returns is cancelled then. On a timer of others it
   * keeps its deadline.
   *
   * @param <T> of the result
   * @param task run once
   * @param timeout from now; zero or less lets it fail without being run, and one that overflows
   *     never ends
   * @return the result to come
   * @throws RejectedExecutionException if this executor was shut down, or the timer stopped or its
   *     limit reached
   */
  public <T> Future<T> submit(Callable<T> task, Duration timeout) {
    Objects.requireNonNull(task, "task");
    long nanos = TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(timeout, "timeout"));
    TimedFuture<T> future = new TimedFuture<>(owner, task, timeout);
    if (nanos <= 0) {
      accepted(owner.isOpen());
      future.expire();
    } else {
      accepted(owner.submit(future.task(), future.expiry(), nanos));
      future.submitted();
    }
    return future;
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    Objects.requireNonNull(command, "command");
    return schedule(Executors.callable(command, null), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    Objects.requireNonNull(callable, "callable");
    long nanos = Objects.requireNonNull(unit, "unit").toNanos(delay);
    return submit(new WheelFuture<>(owner, callable), nanos);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    return periodically(command, initialDelay, period, unit, false);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    return periodically(command, initialDelay, delay, unit, true);
  }

  private ScheduledFuture<?> periodically(
      Runnable command, long initialDelay, long period, TimeUnit unit, boolean fromEnd) {
    Objects.requireNonNull(command, "command");
    long initialNanos = Objects.requireNonNull(unit, "unit").toNanos(initialDelay);
    if (period <= 0) {
      throw new IllegalArgumentException(
          (fromEnd ? "delay" : "period") + " must be positive, was " + period);
    }
    return submit(new WheelFuture<>(owner, command, unit.toNanos(period), fromEnd), initialNanos);
  }

  private <V> WheelFuture<V> submit(WheelFuture<V> future, long delayNanos) {
    accepted(owner.submit(future.task(), delayNanos));
    return future;
  }

  private void accepted(boolean accepted) {
    if (!accepted) {
      throw new RejectedExecutionException(
          owner.isClosing()
              ? "executor '" + name + "' was shut down"
              : "the timer of executor '" + name + "' is stopped");
    }
  }

  /**
   * Refuses any more tasks. Those that have been submitted run; of those that wait for their time,
   * one-shots do by default and periodic ones don't, as the builder was told. A period that is
   * running ends with this run: its future says what the run has thrown, or is cancelled.
   */
  @Override
  public void shutdown() {
    for (ExecutorTask task : owner.close(!periodicAfterShutdown)) {
      if (task.action() instanceof WheelFuture<?> future && !runsAfterShutdown(future)) {
        task.revoke(); // if it isn't running
      }
    }
    owner.endIfEmpty();
  }

  private boolean runsAfterShutdown(WheelFuture<?> future) {
    return future.isPeriodic()
        ? periodicAfterShutdown
        : delayedAfterShutdown || !future.task().isArmed();
  }

  /**
   * Refuses any more tasks, and interrupts those that run. A period that is running ends with this
   * run, as after {@link #shutdown}.
   *
   * @return the tasks that had not begun, for a delayed, periodic or timed one its future; none of
   *     them cancelled, but for timed ones as {@link #submit(Callable, Duration)} says
   */
  @Override
  public List<Runnable> shutdownNow() {
    List<Runnable> left = new ArrayList<>();
    List<ExecutorTask> running = new ArrayList<>();
    for (ExecutorTask task : owner.close(true)) {
      Runnable action = task.action();
      if (task.withdraw()) {
        left.add(Objects.requireNonNull(action));
      } else {
        running.add(task);
      }
    }
    running.forEach(WheelExecutorService::end); // not before: one that ends may let another begin
    owner.endIfEmpty();
    return left;
  }

  /** Interrupts a task that ran when it was looked at, unless it has ended or gone back to wait. */
  private static void end(ExecutorTask task) {
    while (!task.isDisposed() && !task.endRun() && !task.revoke()) {
      Thread.onSpinWait();
    }
  }

  /**
   * Shuts down, and waits until all tasks have run. If the calling thread is interrupted meanwhile,
   * interrupts those that run, and cancels the futures of those that have not begun.
   */
  @Override
  public void close() {
    shutdown();
    boolean interrupted = false;
    while (!isTerminated()) {
      try {
        awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
        cancelAll(shutdownNow());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void cancelAll(List<Runnable> tasks) {
    for (Runnable task : tasks) {
      if (task instanceof Future<?> future) {
        future.cancel(false);
      }
    }
  }

  @Override
  public boolean isShutdown() {
    return owner.isClosing();
  }

  @Override
  public boolean isTerminated() {
    return owner.isEnded();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return owner.awaitEnd(Objects.requireNonNull(unit, "unit").toNanos(timeout));
  }

  @Override
  public String toString() {
    String state = isTerminated() ? "terminated" : isShutdown() ? "shut down" : "running";
    return "WheelExecutorService[" + name + ", " + state + ", unfinished: " + owner.size() + "]";
  }

  /**
   * Collects what an executor is to be. Not thread-safe; may build more than one. Each method
   * rejects a bad value at once and returns this builder.
   */
  public static final class Builder {
    private String name = "loomwheel-executor";
    private @Nullable WheelTimer timer;
    private @Nullable Executor executor;
    private boolean delayedAfterShutdown = true;
    private boolean periodicAfterShutdown;

    private Builder() {}

    /**
     * Names the executor, and its timer if it has one of its own.
     *
     * @param name not blank
     * @return this
     */
    public Builder name(String name) {
      if (Objects.requireNonNull(name, "name").isBlank()) {
        throw new IllegalArgumentException("name must not be blank, was '" + name + "'");
      }
      this.name = name;
      return this;
    }

    /**
     * Sets the timer that tasks wait on, which shutdown leaves running.
     *
     * @param timer in place of one of its own
     * @return this
     */
    public Builder timer(WheelTimer timer) {
      this.timer = Objects.requireNonNull(timer, "timer");
      return this;
    }

    /**
     * Sets the executor that runs the tasks, for example {@link
     * io.loomwheel.dispatch.Relay#perTask()} for a virtual thread each. It is not shut down.
     *
     * @param executor in place of the timer's
     * @return this
     */
    public Builder taskExecutor(Executor executor) {
      this.executor = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /**
     * Says what becomes of delayed one-shot tasks after shutdown, as {@link
     * java.util.concurrent.ScheduledThreadPoolExecutor#setExecuteExistingDelayedTasksAfterShutdownPolicy}
     * has it.
     *
     * @param run whether they still run, which is the default, or are cancelled
     * @return this
     */
    public Builder executeDelayedAfterShutdown(boolean run) {
      delayedAfterShutdown = run;
      return this;
    }

    /**
     * Says what becomes of periodic tasks after shutdown, as {@link
     * java.util.concurrent.ScheduledThreadPoolExecutor#setContinueExistingPeriodicTasksAfterShutdownPolicy}
     * has it.
     *
     * @param run whether they go on, or are cancelled, which is the default
     * @return this
     */
    public Builder continuePeriodicAfterShutdown(boolean run) {
      periodicAfterShutdown = run;
      return this;
    }

    /** {@return a new executor} */
    public WheelExecutorService build() {
      return new WheelExecutorService(this);
    }
  }
}
