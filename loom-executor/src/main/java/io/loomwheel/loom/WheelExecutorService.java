package io.loomwheel.loom;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.loom.ExecutorTaskOwner.ExecutorTask;
import io.loomwheel.schedulers.internal.Task.Periodic;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A {@code ScheduledExecutorService} whose tasks wait on a timing wheel and run on virtual threads,
 * in place of {@link java.util.concurrent.ScheduledThreadPoolExecutor}.
 *
 * <p>Keeps that class's contract, with these differences. There is no pool size, so no task waits
 * for another. A cancelled task with a delay or a timeout is removed at once. A delay is rounded up
 * to the timer's tick, never down; a delay that overflows never ends. An exception from a task of
 * {@link #execute} goes to the handler of uncaught exceptions. {@link #submit} returns no {@code
 * ScheduledFuture}. What is scheduled and is a {@code ScheduledFuture} itself, as a job of Spring
 * that arms its own next run, passes the timer's limit, as the next run of a periodic task does. A
 * pending task doesn't keep the JVM alive; a timer with non-daemon threads does, until it is
 * stopped. Tasks may share a virtual thread, one after the other; {@link Builder#taskExecutor}
 * changes that. On Java 21 to 23 a virtual thread that blocks inside {@code synchronized} keeps its
 * carrier.
 *
 * <p>Thread-safe. Submitting costs a future, a node, and an entry in the list of the thread's
 * stripe; {@link WheelTimer} says what waiting costs. A periodic task allocates nothing between its
 * runs while it keeps up. A fixed-rate task that falls behind, or whose period is shorter than a
 * tick, returns to the executor at once for its overdue runs, behind the tasks that wait there.
 */
public final class WheelExecutorService extends LoomExecutorService
    implements ScheduledExecutorService {
  private final String name;
  private final ExecutorTaskOwner owner;
  private final boolean delayedAfterShutdown;
  private final boolean periodicAfterShutdown;

  private WheelExecutorService(Builder builder, ExecutorTaskOwner owner) {
    super("WheelExecutorService[" + builder.name + ", ", owner.counts);
    this.name = builder.name;
    this.delayedAfterShutdown = builder.delayedAfterShutdown;
    this.periodicAfterShutdown = builder.periodicAfterShutdown;
    this.owner = owner;
  }

  /** {@return an executor with its own timer, which stops with the last task after shutdown} */
  public static WheelExecutorService create() {
    return builder().build();
  }

  /**
   * {@return an executor on a timer that may be shared; shutdown leaves it running}
   *
   * @param timer holds the waiting tasks on its wheel and runs them on its executor
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
   * {@return the future of a task with a timeout} If the task isn't done in time, the future fails
   * with a {@link TimeoutException} as the cause. A running task is interrupted; a task that has
   * not begun will not begin. Its timeout is cancelled just after the task is done.
   *
   * <p>The timer's own thread fires the timeout, even while tasks hold all carriers or all threads
   * of the executor. Only a task that runs on the timer's thread, on {@code Runnable::run}, can't
   * be timed out. The interrupt comes from a thread that is started when needed.
   *
   * <p>If the timer stops first, it can't measure the timeout any more: the future is cancelled and
   * the task is interrupted. The executor's own timer stops with the last task, so the timed
   * futures that {@link #shutdownNow} returns are cancelled then. On a shared timer they keep their
   * deadlines.
   *
   * @param <T> the type of the result
   * @param task run once
   * @param timeout from now; with zero or less the future fails and the task doesn't run; a timeout
   *     that overflows never ends
   * @throws RejectedExecutionException if this executor was shut down, or its timer is stopped or
   *     at its limit
   */
  public <T> Future<T> submitWithTimeout(Callable<T> task, Duration timeout) {
    Objects.requireNonNull(task, "task");
    long nanos = Timeouts.nanos(timeout, "timeout");
    TimedFuture<T> future = new TimedFuture<>(task, timeout);
    if (nanos <= 0) {
      accepted(!owner.closed && !owner.engine().isStopped());
      future.expire();
    } else {
      accepted(owner.submit(future.task, future.expiry, nanos));
    }
    return future;
  }

  /**
   * {@return the future, whose result is null, of a task with a timeout} As {@link
   * #submitWithTimeout(Callable, Duration)}.
   *
   * @param task run once
   * @param timeout from now, as there
   * @throws RejectedExecutionException as there
   */
  public Future<?> submitWithTimeout(Runnable task, Duration timeout) {
    Objects.requireNonNull(task, "task");
    return submitWithTimeout(Executors.callable(task), timeout);
  }

  /**
   * {@return as {@link #submitWithTimeout(Callable, Duration)}, which this calls}
   *
   * @param <T> the type of the result
   * @param task run once
   * @param timeout from now
   * @deprecated A lambda without a result doesn't fit here: the compiler takes it for {@link
   *     #submit(Runnable, Object)}, which refuses the {@code Duration}.
   */
  @Deprecated
  @SuppressWarnings("InlineMeSuggester") // its annotation would be a dependency
  public <T> Future<T> submit(Callable<T> task, Duration timeout) {
    return submitWithTimeout(task, timeout);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    Objects.requireNonNull(command, "command");
    return submit(command, Executors.callable(command, null), delay, 0, unit, false);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    return submit(Objects.requireNonNull(callable, "callable"), callable, delay, 0, unit, false);
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
    Objects.requireNonNull(unit, "unit");
    if (period <= 0) {
      throw new IllegalArgumentException(
          (fromEnd ? "delay" : "period") + " must be positive, was " + period);
    }
    Callable<?> action = Executors.callable(command, null);
    return submit(command, action, initialDelay, period, unit, fromEnd);
  }

  private <V extends @Nullable Object> ScheduledFuture<V> submit(
      Object given, Callable<V> action, long delay, long period, TimeUnit unit, boolean fromEnd) {
    long delayNanos = Objects.requireNonNull(unit, "unit").toNanos(delay);
    WheelFuture<V> future = new WheelFuture<>(given, action, unit.toNanos(period), fromEnd);
    accepted(owner.arm(future.task, delayNanos));
    return future;
  }

  private void accepted(boolean accepted) {
    if (!accepted) {
      throw new RejectedExecutionException(
          owner.closed || !owner.engine().isStopped()
              ? "executor '" + name + "' was shut down"
              : "the timer of executor '" + name + "' is stopped");
    }
  }

  /**
   * Rejects new tasks and lets the submitted ones run. By default delayed one-shot tasks run and
   * periodic ones are cancelled; the builder sets both. A periodic task that is running ends after
   * this run: its future fails with the exception of that run, or is cancelled.
   */
  @Override
  public void shutdown() {
    Callbacks.requireStack(100); // whose task is withdrawn must hear of it
    Callbacks.runEach(
        () -> Callbacks.callEach(owner.close(!periodicAfterShutdown), this::revokeIfUnwanted),
        owner::tryTerminate);
  }

  private void revokeIfUnwanted(ExecutorTask task) {
    if (task.action() instanceof WheelFuture<?> future
        && (future.isDone() // cancelled where no stack was left to withdraw the task
            || !(future.periodic
                ? periodicAfterShutdown
                : delayedAfterShutdown || future.getDelay(TimeUnit.NANOSECONDS) <= 0))) {
      task.revoke(); // if it isn't running
    }
  }

  /**
   * Rejects new tasks and interrupts the running ones. A periodic task that is running ends after
   * this run, as after {@link #shutdown}. If an interrupt throws, the rest is done all the same.
   * Then this throws, and the next call returns the tasks.
   *
   * @return the tasks that had not begun; for delayed, periodic and timed tasks, their futures.
   *     Only timed ones may be cancelled, as {@link #submitWithTimeout} says. A thread in {@code
   *     invokeAny} or {@code invokeAll} waits until they are cancelled or run
   */
  @Override
  public List<Runnable> shutdownNow() {
    endNow();
    return takeWithdrawn();
  }

  private void endNow() {
    Callbacks.requireStack(100); // a task that is withdrawn must be returned
    List<ExecutorTask> tasks = owner.close(true);
    makeRoom(tasks.size());
    Callbacks.runEach(
        () -> Callbacks.callEach(tasks, this::withdraw),
        () -> Callbacks.callEach(tasks, ExecutorTask::endRun), // one may start another
        owner::tryTerminate);
  }

  private void withdraw(ExecutorTask task) {
    Runnable action = task.action();
    boolean mine = true;
    try {
      mine = task.withdraw(); // throws what ends with the last task, such as the timer
    } finally {
      if (mine && action != null) {
        keep(action);
      }
    }
  }

  /**
   * Shuts down and waits until all tasks have ended. If the calling thread is interrupted,
   * interrupts the running tasks and cancels the futures of the tasks that have not begun. So
   * {@code invokeAny} throws an {@code ExecutionException} with a {@code CancellationException}.
   */
  @Override
  public void close() {
    closeAndWait(
        () ->
            Callbacks.runEach(
                this::endNow,
                () -> Callbacks.callEach(takeWithdrawn(), ExecutorTask::cancelFuture)));
  }

  @Override
  public boolean isShutdown() {
    return owner.closed;
  }

  @Override
  long size() {
    return owner.size();
  }

  /**
   * Configures an executor. Not thread-safe; may build more than one. Each method rejects a bad
   * value at once and returns this builder.
   */
  public static final class Builder {
    private String name = "loomwheel-executor";
    private @Nullable WheelTimer timer;
    private @Nullable Executor executor;
    private boolean delayedAfterShutdown = true;
    private boolean periodicAfterShutdown;

    private Builder() {}

    /**
     * Names the executor, and its own timer if it has one.
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
     * Sets the timer that tasks wait on. Shutdown leaves it running.
     *
     * @param timer used in place of a timer of the executor's own
     * @return this
     */
    public Builder timer(WheelTimer timer) {
      this.timer = Objects.requireNonNull(timer, "timer");
      return this;
    }

    /**
     * Sets the executor that runs the tasks, for example {@link
     * io.loomwheel.dispatch.Relay#perTask()} for one virtual thread a task. It is not shut down.
     *
     * @param executor used in place of the timer's executor
     * @return this
     */
    public Builder taskExecutor(Executor executor) {
      this.executor = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /**
     * Sets whether delayed one-shot tasks run after shutdown. See {@link
     * java.util.concurrent.ScheduledThreadPoolExecutor#setExecuteExistingDelayedTasksAfterShutdownPolicy}.
     *
     * @param run true, the default, if they still run; false if they are cancelled
     * @return this
     */
    public Builder executeDelayedAfterShutdown(boolean run) {
      delayedAfterShutdown = run;
      return this;
    }

    /**
     * Sets whether periodic tasks go on after shutdown. See {@link
     * java.util.concurrent.ScheduledThreadPoolExecutor#setContinueExistingPeriodicTasksAfterShutdownPolicy}.
     *
     * @param run true if they go on; false, the default, if they are cancelled
     * @return this
     */
    public Builder continuePeriodicAfterShutdown(boolean run) {
      periodicAfterShutdown = run;
      return this;
    }

    /** {@return a new executor} */
    public WheelExecutorService build() {
      WheelTimer given = timer;
      WheelTimer used = given != null ? given : WheelTimer.builder().name(name).build();
      return new WheelExecutorService(this, new ExecutorTaskOwner(used, given == null, executor));
    }
  }

  /** A future that takes its task out of the wheel as it is done. */
  abstract class TaskFuture<V> extends FutureTask<V> {
    final ExecutorTask task;

    @SuppressWarnings("this-escape") // nobody runs it yet
    TaskFuture(Callable<V> callable, long periodNanos, boolean fromEnd) {
      super(callable);
      Runnable action = periodNanos > 0 ? new Periodic(this, periodNanos, fromEnd) : this;
      task = new ExecutorTask(owner, action);
    }

    /** A second call takes the task out if the first found no stack for that. */
    @Override
    public final boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      if (!cancelled) {
        done();
      }
      return cancelled;
    }

    /** Removes a cancelled task that is not running from the wheel. */
    @Override
    protected void done() {
      task.withdraw();
    }
  }

  /** The future of a delayed or periodic task. Thread-safe. */
  final class WheelFuture<V> extends TaskFuture<V> implements RunnableScheduledFuture<V> {
    private final boolean periodic;

    /** What the user has given; null once this is done. A census reads it at any time. */
    private @Nullable Object given;

    WheelFuture(Object given, Callable<V> callable, long periodNanos, boolean fromEnd) {
      super(callable, periodNanos, fromEnd);
      this.given = given;
      periodic = periodNanos > 0;
    }

    @Override
    public boolean isPeriodic() {
      return periodic;
    }

    @Override
    public void run() {
      if (periodic) {
        runAndReset();
      } else {
        super.run();
      }
    }

    /** {@return what this counts as in a census} */
    Object kind() {
      return Objects.requireNonNullElse(given, this);
    }

    @Override
    protected void done() {
      given = null;
      super.done();
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return Objects.requireNonNull(unit, "unit")
          .convert(task.dueNanos - owner.engine().time.now(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      Objects.requireNonNull(other, "other");
      if (other instanceof WheelFuture<?> future && future.task.engine() == task.engine()) {
        return Long.compare(task.dueNanos, future.task.dueNanos);
      }
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  /** The future of a task with a timeout. Its outcome decides which came first. Thread-safe. */
  private final class TimedFuture<V> extends TaskFuture<V> {
    private final Duration timeout;
    private final WheelNode expiry = new Expiry();

    TimedFuture(Callable<V> callable, Duration timeout) {
      super(callable, 0, false);
      this.timeout = timeout;
    }

    @Override
    protected void done() {
      try {
        owner.engine().discard(expiry);
      } finally {
        super.done();
      }
    }

    /** May be called again if it failed. A task that has failed by itself runs no more. */
    void expire() {
      setException(new TimeoutException("not done within " + timeout));
      if (state() == State.FAILED) {
        Interrupter.offDriver(owner.engine(), task::endRun);
      }
    }

    /**
     * Fires at the deadline, on the driver, because a timeout must not wait behind the tasks that
     * it is to end. Completing the future runs no user code.
     */
    private final class Expiry extends Timeouts.DriverNode {
      @Override
      public void run() {
        expire();
      }

      /** Cancels and interrupts the task, because a stopped timer can't measure its timeout. */
      @Override
      public void onStopped() {
        if (cancel(false)) {
          Interrupter.offDriver(owner.engine(), task::endRun);
        }
      }
    }
  }
}
