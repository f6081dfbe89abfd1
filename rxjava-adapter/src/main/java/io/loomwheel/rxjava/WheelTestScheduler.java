package io.loomwheel.rxjava;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.disposables.DisposableContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler for tests, whose time only moves when the test moves it. It replaces RxJava's {@code
 * TestScheduler}, and uses the real wheel.
 *
 * <pre>{@code
 * WheelTestScheduler test = new WheelTestScheduler();
 * TestSubscriber<Long> seen = Flowable.interval(1, TimeUnit.SECONDS, test).test();
 * test.advanceTimeBy(3, TimeUnit.SECONDS);
 * seen.assertValues(0L, 1L, 2L);
 * }</pre>
 *
 * <p>Tasks run on the thread that moves the time, exact to the nanosecond, in the order of their
 * times, ties in the order of submission, across all Workers. A task submitted without any delay
 * also waits for the next move, and runs before all other due tasks. A task may submit others,
 * which run within the same move if they are due by its end, and may move the time itself. The
 * method that moves the time throws the exception of a task.
 *
 * <p>It differs from {@code TestScheduler} where that one would turn back time or overflow: a
 * negative delay counts as none, a delay beyond 292 years never ends, moving back is refused, and a
 * move within a move is kept. A task that has run is disposed of; a Worker that is disposed of
 * drops its tasks at once.
 *
 * <p>Any thread may submit and dispose; one at a time may move the time.
 */
public final class WheelTestScheduler extends Scheduler {
  private final ManualClock clock;
  private final WheelTimer timer;
  private final boolean useOnScheduleHook;

  /** Tasks without a delay. Added by any thread, taken by the thread that moves the time. */
  private final Queue<Runnable> undelayed = new ConcurrentLinkedQueue<>();

  /** Tasks that the wheel fired. Added and taken in the same way. */
  private final Queue<Runnable> due = new ConcurrentLinkedQueue<>();

  /** The thread that moves the time and runs tasks; null between two moves. Read by any thread. */
  private volatile @Nullable Thread mover;

  /** What the task that runs has thrown; null while none runs. Used by the thread that moves. */
  private @Nullable List<Throwable> thrown;

  /** Makes a scheduler whose time is 0. */
  public WheelTestScheduler() {
    this(false);
  }

  /**
   * Makes a scheduler whose time is 0.
   *
   * @param useOnScheduleHook whether tasks of Workers go through {@code RxJavaPlugins.onSchedule}
   */
  public WheelTestScheduler(boolean useOnScheduleHook) {
    this(0, TimeUnit.NANOSECONDS, useOnScheduleHook);
  }

  /**
   * Makes a scheduler.
   *
   * @param time the first time; any value, saturating
   * @param unit the unit of that time
   */
  public WheelTestScheduler(long time, TimeUnit unit) {
    this(time, unit, false);
  }

  /**
   * Makes a scheduler.
   *
   * @param time the first time; any value, saturating
   * @param unit the unit of that time
   * @param useOnScheduleHook whether tasks of Workers go through {@code RxJavaPlugins.onSchedule}
   */
  public WheelTestScheduler(long time, TimeUnit unit, boolean useOnScheduleHook) {
    this.useOnScheduleHook = useOnScheduleHook;
    this.clock = new ManualClock(Objects.requireNonNull(unit, "unit is null").toNanos(time));
    this.timer =
        WheelTimer.builder()
            .name("loomwheel-rxjava-test")
            .clock(clock)
            .taskExecutor(due::add)
            .onFailure((timeout, cause) -> failed(cause))
            .build();
    // While a task runs, too, when the clock itself stands.
    TimerAccess.engineOf(timer).movedByCaller = () -> mover == Thread.currentThread();
  }

  /**
   * {@return the timer of this scheduler, for code under test that needs a {@link WheelScheduler}}
   * Its tasks run like this scheduler's own: {@code WheelScheduler.on(test.timer())}.
   */
  public WheelTimer timer() {
    return timer;
  }

  /** {@return the time, which only moves when the test moves it} */
  @Override
  public long now(TimeUnit unit) {
    return Objects.requireNonNull(unit, "unit is null")
        .convert(clock.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /**
   * Moves the time forward, and runs the tasks that are due by then.
   *
   * @param time the distance; zero runs the tasks that are due now, an overflow moves to the end of
   *     time
   * @param unit the unit of that time
   * @throws IllegalArgumentException if negative
   */
  public void advanceTimeBy(long time, TimeUnit unit) {
    Objects.requireNonNull(unit, "unit is null");
    if (time < 0) {
      throw new IllegalArgumentException("time must not be negative, was " + time + " " + unit);
    }
    long now = clock.nanoTime();
    long by = unit.toNanos(time);
    runUntil(by == Long.MAX_VALUE || now + by < now ? Long.MAX_VALUE : now + by);
  }

  /**
   * Moves the time forward to a moment, and runs the tasks that are due by then.
   *
   * @param time the moment; an overflow means the end of time
   * @param unit the unit of that time
   * @throws IllegalArgumentException if that moment has passed
   */
  public void advanceTimeTo(long time, TimeUnit unit) {
    long to = Objects.requireNonNull(unit, "unit is null").toNanos(time);
    if (to < clock.nanoTime()) {
      throw new IllegalArgumentException(
          "time must not be before " + now(unit) + " by now, was " + time + " " + unit);
    }
    runUntil(to);
  }

  /** Runs the tasks that are due now. */
  public void triggerActions() {
    runUntil(clock.nanoTime());
  }

  private void runUntil(long target) {
    Thread before = mover; // the same, in a task that moves the time
    mover = Thread.currentThread();
    try {
      do {
        runDue();
      } while (fireNext(target));
      for (long now; (now = clock.nanoTime()) < target; ) { // a task may have moved it further
        clock.advanceTo(target - now < 0 ? now + Long.MAX_VALUE : target); // as far as it can
      }
    } finally {
      mover = before;
    }
  }

  /** Runs due tasks one by one, always from the queues: a task may move the time itself. */
  private void runDue() {
    for (Runnable task; (task = undelayed.poll()) != null || (task = due.poll()) != null; ) {
      List<Throwable> outer = thrown;
      List<Throwable> ofTask = new ArrayList<>();
      thrown = ofTask;
      try {
        task.run();
      } catch (Throwable failure) {
        ofTask.add(failure);
      } finally {
        thrown = outer;
      }
      ofTask.stream().reduce(Callbacks::add).ifPresent(Callbacks::throwIfAny);
    }
  }

  /** Called with what fails in a task, or as something is cancelled elsewhere: that is logged. */
  private void failed(Throwable cause) {
    List<Throwable> ofTask = mover == Thread.currentThread() ? thrown : null;
    if (ofTask == null) {
      Callbacks.throwIfAny(cause); // the timer logs what comes back
    } else {
      ofTask.add(cause);
    }
  }

  /** Moves the time to the wheel's next expiry, or before it; false if that is after the target. */
  private boolean fireNext(long target) {
    OptionalLong wait = timer.nanosToNextExpiry();
    long now = clock.nanoTime();
    long left = Math.max(target, now) - now; // unsigned
    if (wait.isEmpty() || Long.compareUnsigned(wait.getAsLong(), left) > 0) {
      return false;
    }
    clock.advanceTo(now + wait.getAsLong());
    return true;
  }

  @Override
  public Worker createWorker() {
    return new TestWorker();
  }

  @Override
  public String toString() {
    return "WheelTestScheduler(" + clock + ", " + timer.pendingTimeouts() + " tasks)";
  }

  /**
   * A Worker of the scheduler for tests. Thread-safe. Periodic tasks are RxJava's own, which count
   * their periods by {@link #now}.
   */
  private final class TestWorker extends Worker {
    private final CompositeDisposable tasks = new CompositeDisposable();

    @Override
    public Disposable schedule(Runnable run) {
      return submit(run, -1);
    }

    @Override
    public Disposable schedule(Runnable run, long delay, TimeUnit unit) {
      long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(delay);
      return submit(run, nanos == 0 && clock.nanoTime() == 0 ? -1 : nanos); // as TestScheduler
    }

    /** Submits with a delay, which may be zero; a negative one means no delay at all. */
    private Disposable submit(Runnable run, long delayNanos) {
      Objects.requireNonNull(run, "run is null");
      if (isDisposed()) {
        return Disposable.disposed();
      }
      TestTask task = new TestTask(tasks, useOnScheduleHook ? RxLibrary.hooked(run) : run);
      tasks.add(task); // or dispose of it, if the Worker was disposed of meanwhile
      if (delayNanos < 0) {
        undelayed.add(task);
      } else {
        task.waitOn(timer, delayNanos);
      }
      return task;
    }

    @Override
    public long now(TimeUnit unit) {
      return WheelTestScheduler.this.now(unit);
    }

    @Override
    public void dispose() {
      tasks.dispose();
    }

    @Override
    public boolean isDisposed() {
      return tasks.isDisposed();
    }
  }

  /** A task of the scheduler for tests. Holds its action until it has run or is disposed of. */
  static final class TestTask extends FutureTask<@Nullable Void> implements Disposable {
    private final DisposableContainer worker;

    /** The task's place on the wheel. Written by the submitter, before the submission returns. */
    private volatile @Nullable Timeout timeout;

    TestTask(DisposableContainer worker, Runnable action) {
      super(action, null);
      this.worker = worker;
    }

    void waitOn(WheelTimer timer, long delayNanos) {
      timeout = timer.newTimeout(fired -> run(), delayNanos, TimeUnit.NANOSECONDS);
      if (isDone()) {
        done();
      }
    }

    @Override
    protected void done() {
      worker.delete(this);
      Timeout armed = timeout;
      if (armed != null) {
        armed.cancel();
      }
    }

    @Override
    protected void setException(Throwable cause) {
      set(null);
      Callbacks.throwIfAny(cause); // to who moves the time
    }

    @Override
    public void dispose() {
      cancel(false);
    }

    @Override
    public boolean isDisposed() {
      return isDone();
    }
  }
}
