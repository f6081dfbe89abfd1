package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler for tests, whose time stands still until it is told to move: in place of RxJava's
 * {@code TestScheduler}, with the real wheel under it.
 *
 * <pre>{@code
 * WheelTestScheduler test = new WheelTestScheduler();
 * TestSubscriber<Long> seen = Flowable.interval(1, TimeUnit.SECONDS, test).test();
 * test.advanceTimeBy(3, TimeUnit.SECONDS);
 * seen.assertValues(0L, 1L, 2L);
 * }</pre>
 *
 * <p>Tasks run on the thread that moves the time, to the nanosecond, in the order of their times,
 * ties in the order of submission, whatever Worker they belong to. What was submitted without any
 * delay waits for the next move too, and runs before whatever else is due. A task may submit
 * others, which run within the same move if they are due by its end, and may move the time itself.
 * What a task throws comes out of the method that moves the time.
 *
 * <p>It differs from {@code TestScheduler} where that one would turn back time or run out of
 * numbers: a negative delay is none, a delay beyond 292 years never ends, moving back is refused,
 * and a move within a move stays. A task that has run is disposed of; a Worker that is disposed of
 * lets go of its tasks at once.
 *
 * <p>Any thread may submit and dispose; one at a time may move the time.
 */
public final class WheelTestScheduler extends Scheduler {
  private final ManualClock clock;
  private final WheelTimer timer;
  private final boolean useOnScheduleHook;

  /** Submitted without a delay. Added to by anyone, taken by who moves the time. */
  private final Queue<Runnable> undelayed = new ConcurrentLinkedQueue<>();

  /** Fired by the wheel. The same. */
  private final Queue<Runnable> due = new ConcurrentLinkedQueue<>();

  /** What a task has thrown. Of the thread that moves the time. */
  private @Nullable Throwable thrown;

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
   * @param time that it is at first; any, saturating
   * @param unit of that time
   */
  public WheelTestScheduler(long time, TimeUnit unit) {
    this(time, unit, false);
  }

  /**
   * Makes a scheduler.
   *
   * @param time that it is at first; any, saturating
   * @param unit of that time
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
            .onFailure((timeout, cause) -> thrown = cause)
            .build();
  }

  /**
   * {@return the timer underneath, for code under test that wants a {@link WheelScheduler}} What it
   * fires runs as this scheduler's own tasks do: {@code WheelScheduler.on(test.timer())}.
   */
  public WheelTimer timer() {
    return timer;
  }

  /** {@return the time, which only moves when it is told to} */
  @Override
  public long now(TimeUnit unit) {
    return Objects.requireNonNull(unit, "unit is null")
        .convert(clock.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /**
   * Moves the time on, and runs what is due by then.
   *
   * @param time how far; zero runs what is due now, and what overflows moves to the end of time
   * @param unit of that time
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
   * Moves the time on to a moment, and runs what is due by then.
   *
   * @param time that it shall be; what overflows is the end of time
   * @param unit of that time
   * @throws IllegalArgumentException if that has passed
   */
  public void advanceTimeTo(long time, TimeUnit unit) {
    long to = Objects.requireNonNull(unit, "unit is null").toNanos(time);
    if (to < clock.nanoTime()) {
      throw new IllegalArgumentException(
          "time must not be before " + now(unit) + " by now, was " + time + " " + unit);
    }
    runUntil(to);
  }

  /** Runs what is due now. */
  public void triggerActions() {
    runUntil(clock.nanoTime());
  }

  /** By several moves, where it is farther than a clock can be moved at once. */
  private void runUntil(long target) {
    for (long now; target > (now = clock.nanoTime()) && target - now < 0; ) {
      moveUntil(now + Long.MAX_VALUE);
    }
    moveUntil(target);
  }

  private void moveUntil(long target) {
    do {
      runDue();
    } while (fireNext(target));
    if (clock.nanoTime() < target) { // a task may have moved the time further
      clock.advanceTo(target);
    }
  }

  /** One after the other, and always from the queues: a task may move the time itself. */
  private void runDue() {
    for (Runnable task; (task = next()) != null; ) {
      task.run();
      Throwable cause = thrown;
      if (cause != null) {
        thrown = null;
        throw WheelTestScheduler.<RuntimeException>asUnchecked(cause);
      }
    }
  }

  private @Nullable Runnable next() {
    Runnable first = undelayed.poll();
    return first == null ? due.poll() : first;
  }

  /** Moves the time to what the wheel has next, which it may say too early; false if it is late. */
  private boolean fireNext(long target) {
    OptionalLong wait = timer.nanosToNextExpiry();
    long now = clock.nanoTime();
    if (wait.isEmpty() || wait.getAsLong() > target - now) {
      return false;
    }
    clock.advanceTo(now + wait.getAsLong());
    return true;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the compiler is to be fooled
  private static <E extends Throwable> E asUnchecked(Throwable cause) throws E {
    throw (E) cause;
  }

  @Override
  public Worker createWorker() {
    return new TestWorker(this, useOnScheduleHook);
  }

  /** Lets a task without a delay wait for the next move. */
  void submit(TestTask task) {
    undelayed.add(Objects.requireNonNull(task));
  }

  /** {@return whether it is still the time that {@code TestScheduler} takes for no delay at all} */
  boolean isAtZero() {
    return clock.nanoTime() == 0;
  }

  @Override
  public String toString() {
    return "WheelTestScheduler(" + clock + ", " + timer.pendingTimeouts() + " tasks)";
  }
}
