package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.RxWheelWorker.RxWorkerTask;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.Target;
import io.loomwheel.schedulers.internal.Task;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An RxJava scheduler on a {@link WheelTimer}: pass it to {@code timeout}, {@code delay}, {@code
 * debounce} and every other operator that takes a {@code Scheduler}.
 *
 * <p>Thread-safe. Arming a task and disposing of it costs as much as two or three clock reads. A
 * task never fires before its delay has passed; it runs on a virtual thread, so it may block. A
 * task with a delay of zero or less runs at once, without the wheel; a delay that overflows never
 * ends. Tasks of the scheduler itself run in no order; those of a {@link
 * io.reactivex.rxjava3.core.Scheduler.Worker} run one after the other in the order of their
 * deadlines, ties in the order of submission, also under contention. A periodic task keeps a fixed
 * rate on the monotonic clock, never overlaps itself, and catches up run by run when late; it ends
 * if it throws; with a period of zero or less it runs again at once after each run.
 *
 * <p>Disposing of a running task from another thread interrupts it, unless {@link
 * Builder#interruptOnDispose} is false. An exception of a task goes to {@code
 * RxJavaPlugins.onError}. After {@link #shutdown}, or {@code dispose} of a Worker, a submission
 * returns {@code Disposable.disposed()} and no task that had not begun runs; {@link #start} makes a
 * scheduler usable again. A submission that is refused for another reason (the timer was stopped by
 * other code or is full, an executor rejects) returns the same and sends a {@link
 * RejectedExecutionException} to {@code RxJavaPlugins.onError}; a Worker ends with it.
 */
public final class WheelScheduler extends Scheduler {
  /** Read early: what loads its class takes memory, and nothing may fail once a task is armed. */
  static final Disposable DISPOSED = Disposable.disposed();

  private final Supplier<SchedulerTaskOwner> owners;
  private final @Nullable String name;

  /** The current owner of tasks. Replaced by start, under the monitor; read by submissions. */
  volatile SchedulerTaskOwner owner;

  private WheelScheduler(Supplier<SchedulerTaskOwner> owners, @Nullable String name) {
    this.owners = owners;
    this.name = name;
    this.owner = owners.get();
  }

  /** {@return a scheduler on a timer of its own, which {@link #shutdown} stops} */
  public static WheelScheduler create() {
    return builder().build();
  }

  /**
   * Makes a scheduler on a timer that other code may use too.
   *
   * @param timer the timer to wait on; {@link #shutdown} leaves it running
   * @return a scheduler on that timer and its executor
   */
  public static WheelScheduler on(WheelTimer timer) {
    return builder().timer(timer).build();
  }

  /**
   * Makes a scheduler whose tasks wait on the wheel and run on another scheduler, such as {@code
   * Schedulers.computation()} with its few threads. A task without delay goes there directly. A
   * Worker hands its tasks to a Worker of the target, those that are due together as one; it takes
   * that Worker when something is first due. Each periodic task of the scheduler itself has its own
   * Worker of the target, and so stays on one thread. A Worker of the target is given back, as soon
   * as it runs no task, after its user was disposed of or has ended, or the scheduler was shut
   * down.
   *
   * <p>The hook of {@code RxJavaPlugins.onSchedule} is called on the thread of the caller, once for
   * a submission. A target that calls it too, as RxJava's own do, calls it once more when it gets a
   * task that has waited, or a burst of a Worker's tasks. Only for a task of the scheduler itself
   * without a delay is the hook called once, by the target.
   *
   * @param timer the timer to wait on; {@link #shutdown} leaves it running
   * @param target the scheduler that runs the tasks; {@link #shutdown} only gives back its Workers.
   *     After it is shut down, it refuses waiting tasks in its own way
   * @return a scheduler on both, which interrupts as by default of {@link
   *     Builder#interruptOnDispose}
   */
  public static WheelScheduler delegating(WheelTimer timer, Scheduler target) {
    return delegating(timer, target, true);
  }

  /**
   * Makes the same as {@link #delegating(WheelTimer, Scheduler)}, and sets whether a dispose
   * interrupts; the target's own setting doesn't matter.
   *
   * @param timer the timer to wait on; {@link #shutdown} leaves it running
   * @param target the scheduler that runs the tasks; {@link #shutdown} only gives back its Workers
   * @param interruptOnDispose as of {@link Builder#interruptOnDispose}; {@code
   *     Schedulers.from(executor)} by itself doesn't interrupt
   * @return a scheduler on both
   */
  public static WheelScheduler delegating(
      WheelTimer timer, Scheduler target, boolean interruptOnDispose) {
    return delegating(timer, target, interruptOnDispose, 0);
  }

  static WheelScheduler delegating(
      WheelTimer timer, Scheduler target, boolean interruptOnDispose, int threads) {
    Objects.requireNonNull(timer, "timer is null");
    Objects.requireNonNull(target, "target is null");
    return new WheelScheduler(
        () -> owner(timer, false, new RxTarget(timer, target, threads), interruptOnDispose),
        timer + ", " + target);
  }

  private static SchedulerTaskOwner owner(
      WheelTimer timer, boolean isOwn, @Nullable Target runs, boolean interrupts) {
    return new SchedulerTaskOwner(new Settings(RxLibrary.INSTANCE, timer, isOwn, runs, interrupts));
  }

  /** {@return a builder with the defaults of {@link #create}} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public Disposable scheduleDirect(Runnable run, long delay, TimeUnit unit) {
    SchedulerTaskOwner to = owner;
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(delay);
    if (to.isDisposed()) {
      return DISPOSED;
    }
    boolean goesStraight = nanos <= 0 && RxTarget.of(to) != null; // to one that applies the hook
    Runnable action =
        goesStraight ? Objects.requireNonNull(run, "run is null") : RxLibrary.hooked(run);
    return armed(to, to, new RxTask(to, action), nanos);
  }

  @Override
  public Disposable schedulePeriodicallyDirect(
      Runnable run, long initialDelay, long period, TimeUnit unit) {
    SchedulerTaskOwner to = owner;
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(initialDelay);
    if (to.isDisposed()) {
      return DISPOSED;
    }
    Periodic action = new Periodic(RxLibrary.hooked(run), unit.toNanos(period), false);
    if (RxTarget.of(to) == null) {
      return armed(to, to, new RxTask(to, action), nanos);
    }
    WorkerTaskOwner own = new WorkerTaskOwner(to, true); // on one Worker of the target
    return armed(to, own, new RxWorkerTask(own, action), nanos);
  }

  /**
   * Arms a new task of a scheduler or one of its Workers; {@return the task, or {@code
   * Disposable.disposed()}} Reports to {@code RxJavaPlugins.onError} if the timer refuses it.
   */
  static <T extends Task & Disposable> Disposable armed(
      SchedulerTaskOwner of, TaskOwner to, T task, long delayNanos) {
    boolean asksTimer = delayNanos > 0 || task.isPeriodic() || of.target == null;
    try {
      if (to.arm(task, delayNanos)) {
        return task;
      }
      if (asksTimer && of.state().lets(false) && of.engine().isStopped()) {
        RxJavaPlugins.onError(
            new RejectedExecutionException("the timer was stopped: " + of.timer()));
      }
    } catch (RejectedExecutionException limitReached) {
      RxJavaPlugins.onError(limitReached);
    }
    return DISPOSED;
  }

  /**
   * {@return the time for operators such as {@code timestamp}: the time of day, or the time of the
   * target; on a clock that a test moves by hand, the time of that clock, with zero as the epoch}
   */
  @Override
  public long now(TimeUnit unit) {
    Objects.requireNonNull(unit, "unit is null");
    SchedulerTaskOwner of = owner;
    if (of.engine().isByHand()) {
      return unit.convert(of.engine().time.clock.getAsLong(), TimeUnit.NANOSECONDS);
    }
    RxTarget target = RxTarget.of(of);
    return target == null ? super.now(unit) : target.scheduler.now(unit);
  }

  WheelTimer timer() {
    return owner.timer();
  }

  boolean isShutDown() {
    return owner.isDisposed();
  }

  @Override
  public Worker createWorker() {
    return new RxWheelWorker(new WorkerTaskOwner(owner, false), this);
  }

  /** Makes a scheduler that was shut down usable again; otherwise does nothing. */
  @Override
  public synchronized void start() {
    if (isShutDown()) {
      owner = owners.get();
    }
  }

  /**
   * Refuses every submission from now on, drops the tasks that have not begun, disposes of the
   * running ones, and gives a target its Workers back. Stops the timer if it is this scheduler's
   * own; otherwise looks at all timeouts that wait on it. Idempotent; doesn't wait.
   */
  @Override
  public void shutdown() {
    owner.close(); // under no monitor: it calls the target's Workers
  }

  @Override
  public String toString() {
    SchedulerTaskOwner now = owner;
    String state = now.isDisposed() ? "shut down" : now.size() + " tasks";
    String title = Objects.requireNonNullElseGet(name, now.timer()::toString);
    return "WheelScheduler(" + title + ", " + state + ")";
  }

  /**
   * Builds schedulers. Not thread-safe; may build more than one. Each method rejects a bad value at
   * once and returns this builder.
   */
  public static final class Builder {
    private @Nullable WheelTimer timer;
    private @Nullable String name;
    private @Nullable Executor executor;
    private boolean interrupts = true;

    Builder() {}

    /**
     * Sets the timer that tasks wait on; other code may use it too. By default the scheduler makes
     * its own.
     *
     * @param timer the timer to wait on; {@link #shutdown} leaves it running
     * @return this
     */
    public Builder timer(WheelTimer timer) {
      this.timer = Objects.requireNonNull(timer, "timer is null");
      return this;
    }

    /**
     * Names the scheduler, and its timer if it makes one.
     *
     * @param name not blank
     * @return this
     */
    public Builder name(String name) {
      if (Objects.requireNonNull(name, "name is null").isBlank()) {
        throw new IllegalArgumentException("name must not be blank, was '" + name + "'");
      }
      this.name = name;
      return this;
    }

    /**
     * Sets the executor that runs the tasks. The default is the timer's executor, usually virtual
     * threads.
     *
     * @param executor called by the timer's driver, and by threads that submit without a delay; one
     *     that runs tasks inside the call keeps that thread while anything of the Worker is due. A
     *     task that it rejects is reported to {@code RxJavaPlugins.onError}, never by the driver,
     *     and dropped
     * @return this
     */
    public Builder taskExecutor(Executor executor) {
      this.executor = Objects.requireNonNull(executor, "executor is null");
      return this;
    }

    /**
     * Sets whether disposing of a running task, or of its Worker, or {@link #shutdown} interrupts
     * its thread. By default they do. Some libraries don't cope with an interrupt. An interrupted
     * blocking call also throws after its stream has ended, which RxJava prints as an {@code
     * UndeliverableException}.
     *
     * @param on whether to interrupt
     * @return this
     */
    public Builder interruptOnDispose(boolean on) {
      this.interrupts = on;
      return this;
    }

    /** {@return a new scheduler} */
    public WheelScheduler build() {
      WheelTimer given = timer;
      String timerName = Objects.requireNonNullElse(name, "loomwheel-rxjava");
      Executor by = executor;
      boolean interrupting = interrupts;
      return new WheelScheduler(
          () -> {
            WheelTimer own = given == null ? WheelTimer.builder().name(timerName).build() : given;
            Target runs = by == null ? null : new RxExecutorTarget(own, by);
            return owner(own, given == null, runs, interrupting);
          },
          name);
    }
  }

  /** A task of the scheduler itself. */
  static final class RxTask extends SchedulerTask implements Disposable, Wrapping {
    RxTask(TaskOwner scheduler, Runnable action) {
      super(scheduler, action);
    }
  }

  /** The user's executor, which we must not shut down. It refuses by any exception. */
  private static final class RxExecutorTarget extends Target {
    private final Executor executor;

    RxExecutorTarget(WheelTimer timer, Executor executor) {
      super(RxLibrary.INSTANCE, timer, false);
      this.executor = executor;
    }

    @Override
    public void execute(Runnable due) {
      hand((TaskOwner.DueWork) due); // on the driver too
    }

    @Override
    protected boolean give(Runnable work) {
      try {
        executor.execute(work);
      } catch (RejectedExecutionException | VirtualMachineError asItIs) {
        throw asItIs; // a lack of memory or stack is no refusal
      } catch (Throwable failure) {
        throw new RejectedExecutionException("the executor failed: " + failure, failure);
      }
      return true;
    }
  }
}
