package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.Periodic;
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
 * <p>Thread-safe. Arming a task and disposing of it costs two or three clock reads. A task never
 * fires before its delay has passed; it runs on a virtual thread, so it may block. A delay of zero
 * or less runs at once, past the wheel; one that overflows never ends. Tasks of the scheduler
 * itself run in no order; those of a {@link io.reactivex.rxjava3.core.Scheduler.Worker} run one
 * after the other in the order of their deadlines, ties in the order of submission, also under
 * contention. Periodic tasks keep a fixed rate on the monotonic clock, never overlap themselves,
 * and catch up one by one when late; one that throws ends; a period of zero or less means again at
 * once after each run.
 *
 * <p>Disposing of a running task from another thread interrupts it, unless the {@linkplain
 * Builder#interruptOnDispose builder} is told otherwise. What a task throws goes to {@code
 * RxJavaPlugins.onError}. After {@link #shutdown}, or {@code dispose} of a Worker, a submission
 * returns {@code Disposable.disposed()} and nothing that had not begun runs; {@link #start} makes a
 * scheduler usable again. A submission that is refused for another reason (a timer that somebody
 * else has stopped or that is full, an executor that rejects) returns the same and sends a {@link
 * RejectedExecutionException} to {@code RxJavaPlugins.onError}; a Worker ends with it.
 */
public final class WheelScheduler extends Scheduler {
  private final Supplier<RxSchedulerTaskOwner> clients;
  private final @Nullable String name;

  /** Null unless another scheduler runs the tasks. */
  private final @Nullable Scheduler target;

  /** Replaced by start after a shutdown, under this object's monitor; read by every submission. */
  private volatile RxSchedulerTaskOwner owner;

  private WheelScheduler(
      Supplier<RxSchedulerTaskOwner> clients, @Nullable String name, @Nullable Scheduler target) {
    this.clients = clients;
    this.name = name;
    this.target = target;
    this.owner = clients.get();
  }

  /** {@return a scheduler on a timer of its own, which {@link #shutdown} stops} */
  public static WheelScheduler create() {
    return builder().build();
  }

  /**
   * Makes a view of a timer.
   *
   * @param timer which {@link #shutdown} leaves running
   * @return a scheduler on that timer and its executor
   */
  public static WheelScheduler on(WheelTimer timer) {
    return builder().timer(timer).build();
  }

  /**
   * Makes a scheduler whose tasks wait on the wheel and run on another scheduler, such as {@code
   * Schedulers.computation()} with its few threads. What has no delay goes there directly. A Worker
   * hands its tasks to a Worker of the target, those that are due together as one; a periodic task
   * of the scheduler itself has a Worker of the target to itself, and so keeps to its thread. Each
   * is given back when it is disposed of, has ended, or the scheduler is shut down, as soon as it
   * runs nothing.
   *
   * <p>The hook of {@code RxJavaPlugins.onSchedule} is called on the thread of the caller, once for
   * a submission. But a target that calls it too, as RxJava's own do, calls it once more for each
   * task that has waited, or for each burst of a Worker's tasks, as it is handed over; only a task
   * of the scheduler itself without a delay meets the hook once, that of the target.
   *
   * @param timer which {@link #shutdown} leaves running
   * @param target which {@link #shutdown} leaves alone, but for the Workers that it gives back;
   *     once it is shut down it refuses, in its own way, what has waited
   * @return a scheduler on both, which interrupts as {@link Builder#interruptOnDispose} has it by
   *     default
   */
  public static WheelScheduler delegating(WheelTimer timer, Scheduler target) {
    return delegating(timer, target, true);
  }

  /**
   * As {@link #delegating(WheelTimer, Scheduler)}, and says who is interrupted; the target has no
   * say.
   *
   * @param timer which {@link #shutdown} leaves running
   * @param target which {@link #shutdown} leaves alone, but for the Workers that it gives back
   * @param interruptOnDispose as {@link Builder#interruptOnDispose} has it; {@code
   *     Schedulers.from(executor)} by itself interrupts nobody
   * @return a scheduler on both
   */
  public static WheelScheduler delegating(
      WheelTimer timer, Scheduler target, boolean interruptOnDispose) {
    Objects.requireNonNull(timer, "timer is null");
    RxTarget runs = RxTarget.of(Objects.requireNonNull(target, "target is null"));
    return new WheelScheduler(
        () -> new RxSchedulerTaskOwner(timer, false, interruptOnDispose, runs),
        timer + ", " + target,
        target);
  }

  /** {@return a builder with the defaults of {@link #create}} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public Disposable scheduleDirect(Runnable run) {
    RxSchedulerTaskOwner to = owner;
    return to.refuses() ? Disposable.disposed() : submit(to, hooked(run, 0), 0);
  }

  @Override
  public Disposable scheduleDirect(Runnable run, long delay, TimeUnit unit) {
    RxSchedulerTaskOwner to = owner;
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(delay);
    return to.refuses() ? Disposable.disposed() : submit(to, hooked(run, nanos), nanos);
  }

  @Override
  public Disposable schedulePeriodicallyDirect(
      Runnable run, long initialDelay, long period, TimeUnit unit) {
    RxSchedulerTaskOwner to = owner;
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(initialDelay);
    if (to.refuses()) {
      return Disposable.disposed();
    }
    Periodic action = new Periodic(hooked(run, 1), unit.toNanos(period));
    RxTarget runs = target == null ? null : to.executor();
    return runs == null
        ? submit(to, action, nanos)
        : new RxPinnedTaskOwner(to, runs.newWorker()).submit(action, nanos);
  }

  private static Disposable submit(RxSchedulerTaskOwner to, Runnable action, long delayNanos) {
    RxTask task = new RxTask(to, action);
    return to.takes(task, to, delayNanos) ? task : Disposable.disposed();
  }

  /**
   * {@return what time it is, for operators such as {@code timestamp}: the time of day, or what a
   * target says; but on a clock that is moved by hand, as in tests, that clock, its zero being the
   * epoch}
   */
  @Override
  public long now(TimeUnit unit) {
    return owner.now(unit, super::now);
  }

  /** {@return the timer that tasks wait on now} */
  WheelTimer timer() {
    return owner.timer();
  }

  /** {@return whether every submission is refused} */
  boolean isShutDown() {
    return owner.refuses();
  }

  /** {@return where tasks belong from the last start to the next shutdown} */
  RxSchedulerTaskOwner owner() {
    return owner;
  }

  /** Leaves to a target the hook for what goes there on the caller's thread. */
  private Runnable hooked(Runnable run, long delayNanos) {
    return target != null && delayNanos <= 0
        ? Objects.requireNonNull(run, "run is null")
        : RxJavaPlugins.onSchedule(run);
  }

  @Override
  public Worker createWorker() {
    RxSchedulerTaskOwner to = owner;
    RxTarget runs = to.refuses() ? null : to.executor();
    RxWheelWorker worker = new RxWheelWorker(to, runs == null ? null : runs.newWorker());
    if (target != null) {
      to.borrowers().add(worker);
    }
    return worker;
  }

  /** Makes a scheduler that was shut down usable again; otherwise does nothing. */
  @Override
  public synchronized void start() {
    if (owner.refuses()) {
      owner = clients.get();
    }
  }

  /**
   * Refuses every submission from now on, drops what has not begun, disposes of what runs, and
   * gives a target its Workers back. Stops the timer if it is this scheduler's own; looks at all
   * that waits on it if it isn't. Idempotent; doesn't wait.
   */
  @Override
  public synchronized void shutdown() {
    owner.shutdown();
  }

  @Override
  public String toString() {
    RxSchedulerTaskOwner now = owner;
    String state = now.refuses() ? "shut down" : now.size() + " tasks";
    return "WheelScheduler("
        + Objects.requireNonNullElseGet(name, now.timer()::toString)
        + ", "
        + state
        + ")";
  }

  /**
   * Collects what a scheduler is to be. Not thread-safe; may build more than one. Each method
   * rejects a bad value at once and returns this builder.
   */
  public static final class Builder {
    private @Nullable WheelTimer timer;
    private @Nullable String name;
    private @Nullable Executor executor;
    private boolean interrupts = true;

    Builder() {}

    /**
     * Sets the timer that tasks wait on, which others may use too. By default the scheduler makes
     * its own.
     *
     * @param timer which {@link #shutdown} leaves running
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
     * Sets what runs the tasks. By default what runs those of the timer: virtual threads mostly.
     *
     * @param executor called by the timer's driver, and by whoever submits without a delay; what it
     *     rejects is reported to {@code RxJavaPlugins.onError} and dropped
     * @return this
     */
    public Builder taskExecutor(Executor executor) {
      this.executor = Objects.requireNonNull(executor, "executor is null");
      return this;
    }

    /**
     * Sets whether disposing of a running task, or of its Worker, or {@link #shutdown} interrupts
     * its thread. By default they do. Some libraries take harm from that; and a blocking call that
     * is interrupted throws when nobody listens any more, which RxJava prints as an {@code
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
      RxTarget runs = executor == null ? null : RxTarget.of(executor);
      boolean interrupting = interrupts;
      return new WheelScheduler(
          () ->
              given == null
                  ? new RxSchedulerTaskOwner(
                      WheelTimer.builder().name(timerName).build(), true, interrupting, runs)
                  : new RxSchedulerTaskOwner(given, false, interrupting, runs),
          name,
          null);
    }
  }
}
