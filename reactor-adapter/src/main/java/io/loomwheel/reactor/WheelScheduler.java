package io.loomwheel.reactor;

import static io.loomwheel.reactor.ReactorLibrary.UNBOUNDED;

import io.loomwheel.WheelTimer;
import io.loomwheel.reactor.ReactorWheelWorker.ReactorWorkerTask;
import io.loomwheel.reactor.virtual.VirtualTasks;
import io.loomwheel.reactor.virtual.VirtualTime;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.Task;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A Reactor scheduler on a {@link WheelTimer}: pass it to {@code Flux.timeout}, {@code Mono.delay}
 * and every other operator that takes a {@code Scheduler}.
 *
 * <p>Thread-safe. Arming a task and disposing of it costs as much as two or three clock reads. A
 * task never fires early; it runs on a virtual thread, so it may block. A task with a delay of zero
 * or less runs at once, without the wheel; a delay that overflows never ends. Tasks of the
 * scheduler itself run in no order; those of a {@link Scheduler.Worker} run one after the other by
 * their deadlines, ties in the order of submission, also under contention. A periodic task keeps a
 * fixed rate, never overlaps itself, and catches up run by run when late; a period of zero or less
 * means no pause.
 *
 * <p>Disposing of a running task from another thread interrupts it, unless {@link
 * Builder#interruptOnDispose} is false. An exception of a task goes to the thread's handler of
 * uncaught exceptions, or the log if it has none, and to {@code Schedulers.onHandleError}, as with
 * Reactor's own schedulers. After {@link #dispose} every submission is rejected with a {@link
 * RejectedExecutionException}, and no task that had not begun runs.
 */
@SuppressWarnings("exports") // jspecify's annotations are optional
public final class WheelScheduler implements Scheduler, Scannable {
  final SchedulerTaskOwner owner;
  private final ReactorLibrary library;
  private final String name;

  /** Whether virtual time takes its tasks while it is on. Not those of a factory's scheduler. */
  private final boolean turnsVirtual;

  private WheelScheduler(
      Builder options, WheelTimer timer, ReactorLibrary library, boolean turnsVirtual) {
    Settings settings =
        new Settings(library, timer, options.timer == null, options.executor, options.interrupts);
    this.owner = new SchedulerTaskOwner(settings);
    this.library = library;
    this.name = Objects.requireNonNullElseGet(options.name, timer::toString);
    this.turnsVirtual = turnsVirtual;
    VirtualTime.current(); // initializes what the first task needs
  }

  /** {@return a scheduler on a timer of its own, which {@link #dispose} stops} */
  public static WheelScheduler create() {
    return builder().build();
  }

  /**
   * Makes a scheduler on a timer that other code may use too.
   *
   * @param timer the timer to wait on; {@link #dispose} leaves it running. If it is stopped, no
   *     delay that waits ends, and every submission is rejected, which {@code timeout} operators
   *     signal as an instant timeout
   * @return a scheduler on that timer and its executor
   */
  public static WheelScheduler on(WheelTimer timer) {
    return builder().timer(timer).build();
  }

  /**
   * Makes a scheduler whose tasks wait on the wheel and run on another scheduler, such as {@code
   * Schedulers.parallel()} with its threads that may not block. A task without delay goes there
   * directly. A Worker hands its tasks to a Worker of the target, those that are due together as
   * one; it takes that Worker when something is first due. If the target is full, what is due is
   * offered again a little later; a task without delay that finds it full is refused, as by the
   * target itself, unless its Worker has something due that waits: then it waits behind that.
   *
   * <p>Each periodic task of this scheduler itself has its own Worker of the target, from the first
   * run to the end, so all its runs are on one thread as with Reactor's own.
   *
   * <p>The hook of {@code Schedulers.onSchedule} is called once on the thread of the caller. The
   * target calls it once more when it is handed what is due: a task, a period, or a burst of a
   * Worker's tasks; on a thread of the timer's executor, or the caller's if a Worker's task has no
   * delay. The second result of the hook then wraps the first. Reactor has no public way to hand a
   * task to a scheduler without the hook.
   *
   * @param timer the timer to wait on; {@link #dispose} leaves it running
   * @param target the scheduler that runs the tasks; {@link #dispose} leaves it alone. After it is
   *     disposed of, submissions are rejected and waiting tasks are dropped when they are due
   * @return a scheduler on both
   */
  public static WheelScheduler delegating(WheelTimer timer, Scheduler target) {
    return delegating(timer, target, true, UNBOUNDED, 0);
  }

  static WheelScheduler delegating(
      WheelTimer timer, Scheduler target, boolean turnsVirtual, long mostWaiting, int threads) {
    Objects.requireNonNull(timer, "timer");
    Objects.requireNonNull(target, "target");
    ReactorLibrary library = new ReactorLibrary(mostWaiting);
    Builder options =
        builder()
            .timer(timer)
            .name(timer + ", " + Scannable.from(target).name())
            .taskExecutor(new ReactorTarget(library, timer, target, threads));
    return new WheelScheduler(options, timer, library, turnsVirtual);
  }

  /** {@return a builder with the defaults of {@link #create}} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public Disposable schedule(Runnable task) {
    return submit(task, VirtualTime.AHEAD);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    long nanos = Objects.requireNonNull(unit, "unit").toNanos(delay);
    return submit(task, Math.max(0, nanos));
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    long nanos = Math.max(0, Objects.requireNonNull(unit, "unit").toNanos(initialDelay));
    Runnable action = new Periodic(ReactorLibrary.hooked(task), unit.toNanos(period), false);
    return submit(virtualTime(), action, nanos);
  }

  /** Applies the hook, unless the task goes straight to a target, which applies it itself. */
  private Disposable submit(Runnable task, long delayNanos) {
    VirtualTasks virtual = virtualTime();
    boolean goesStraight = owner.target != null && delayNanos <= 0 && virtual == null;
    Runnable action =
        goesStraight ? Objects.requireNonNull(task, "task") : ReactorLibrary.hooked(task);
    return submit(virtual, action, delayNanos);
  }

  private Disposable submit(@Nullable VirtualTasks virtual, Runnable action, long delayNanos) {
    if (owner.target != null && owner.target.isDisposed()) {
      throw Exceptions.failWithRejected();
    }
    if (virtual != null) {
      return virtual.submit(owner, owner, action, delayNanos);
    }
    if (owner.target != null && action instanceof Periodic) {
      WorkerTaskOwner own = new WorkerTaskOwner(owner, true); // on one Worker of the target
      return armed(own, new ReactorWorkerTask(own, action), delayNanos);
    }
    return armed(owner, new ReactorTask(owner, action), delayNanos);
  }

  /** Arms a new task of a scheduler or one of its Workers, or throws a rejection. */
  static <T extends Task & Disposable> T armed(TaskOwner owner, T task, long delayNanos) {
    if (!owner.arm(task, delayNanos)) {
      throw Exceptions.failWithRejected();
    }
    return task;
  }

  @Nullable VirtualTasks virtualTime() {
    return turnsVirtual ? VirtualTime.current() : null;
  }

  WheelTimer timer() {
    return owner.timer();
  }

  /**
   * {@return the time of day, as Reactor's own schedulers do, or the virtual time while it is on;
   * on a clock that a test moves by hand, the time of that clock, with zero as the epoch}
   */
  @Override
  public long now(TimeUnit unit) {
    Objects.requireNonNull(unit, "unit");
    VirtualTasks virtual = virtualTime();
    if (virtual != null) {
      return virtual.scheduler().now(unit);
    }
    return owner.engine().isByHand()
        ? unit.convert(owner.engine().time.clock.getAsLong(), TimeUnit.NANOSECONDS)
        : Scheduler.super.now(unit);
  }

  @Override
  public Worker createWorker() {
    return new ReactorWheelWorker(new WorkerTaskOwner(owner, false), this);
  }

  /**
   * Does nothing: the timer starts by itself.
   *
   * @throws IllegalStateException if this scheduler was disposed of
   */
  @Override
  public void init() {
    if (isDisposed()) {
      throw new IllegalStateException("a disposed scheduler can't be initialised again: " + this);
    }
  }

  /**
   * Rejects every submission from now on, drops the tasks that have not begun and disposes of the
   * running ones. Stops the timer if it is this scheduler's own; otherwise looks at all timeouts
   * that wait on it. Idempotent; doesn't wait. If a step throws, such as an interrupt, the other
   * steps are done all the same, on another thread if needed, and then this method throws.
   */
  @Override
  public void dispose() {
    owner.close();
  }

  /**
   * Rejects every submission from the first subscription on, ends periodic tasks, and lets the
   * other tasks run when they are due. {@link #dispose} ends them at once.
   *
   * @return a {@code Mono} that completes when the last task has ended and the timer is stopped, if
   *     it is this scheduler's own; it completes for all subscribers on the thread of that task
   */
  @Override
  public Mono<Void> disposeGracefully() {
    return Mono.defer(
        () -> {
          virtualTime(); // removes one that has ended, with the tasks that it has kept
          owner.drain();
          return library.termination();
        });
  }

  @Override
  public boolean isDisposed() {
    return owner.isDisposed();
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.TERMINATED || key == Attr.CANCELLED) {
      return isDisposed();
    }
    if (key == Attr.NAME) {
      return toString();
    }
    if (key == Attr.BUFFERED) {
      return (int) Math.min(Integer.MAX_VALUE, owner.size());
    }
    return key == Attr.CAPACITY ? Integer.MAX_VALUE : null;
  }

  @Override
  public String toString() {
    return "WheelScheduler(" + name + ")";
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
     * @param timer the timer to wait on; {@link #dispose} leaves it running
     * @return this
     */
    public Builder timer(WheelTimer timer) {
      this.timer = Objects.requireNonNull(timer, "timer");
      return this;
    }

    /**
     * Names the scheduler, and its timer if it makes one.
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
     * Sets the executor of the tasks; by default the timer's, usually virtual threads.
     *
     * @param executor called by the timer's driver, and by threads that submit without a delay; one
     *     that runs tasks inside the call keeps that thread while anything of the Worker is due
     * @return this
     */
    public Builder taskExecutor(Executor executor) {
      this.executor = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /**
     * Sets whether disposing of a running task, or of this scheduler, interrupts its thread. By
     * default it does; some libraries don't cope with an interrupt.
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
      String timerName = Objects.requireNonNullElse(name, "loomwheel-reactor");
      WheelTimer waitsOn = timer == null ? WheelTimer.builder().name(timerName).build() : timer;
      return new WheelScheduler(this, waitsOn, new ReactorLibrary(UNBOUNDED), true);
    }
  }

  /** A task of the scheduler itself. */
  static final class ReactorTask extends SchedulerTask implements Disposable {
    ReactorTask(TaskOwner scheduler, Runnable action) {
      super(scheduler, action);
    }
  }
}
