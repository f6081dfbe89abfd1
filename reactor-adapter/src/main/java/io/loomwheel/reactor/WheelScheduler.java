package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.task.Periodic;
import io.loomwheel.loom.task.WorkerClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A Reactor scheduler on a {@link WheelTimer}: pass it to {@code Flux.timeout}, {@code Mono.delay}
 * and every other operator that takes a {@code Scheduler}.
 *
 * <p>Thread-safe. A task is armed and disposed of in about the time of reading the clock, never
 * fires before its delay has passed, and runs on a virtual thread, so it may block. A delay of zero
 * or less runs at once, past the wheel. Tasks submitted to the scheduler itself know no order;
 * those of a {@link reactor.core.scheduler.Scheduler.Worker} run one after the other in the order
 * of their deadlines, ties in the order of submission, also under contention. Periodic tasks keep a
 * fixed rate, never overlap themselves, and catch up one by one when late.
 *
 * <p>Disposing of a running task from another thread interrupts it. What a task throws goes where
 * Reactor's own schedulers send it: to the thread's handler of uncaught exceptions and to {@code
 * Schedulers.onHandleError}. After {@link #dispose} every submission is rejected with a {@link
 * RejectedExecutionException}, and nothing that had not begun runs.
 */
public final class WheelScheduler implements Scheduler, Scannable {
  private final SchedulerClient client;
  private final boolean ownsTimer;

  private WheelScheduler(WheelTimer timer, boolean ownsTimer) {
    this.client = new SchedulerClient(timer);
    this.ownsTimer = ownsTimer;
  }

  /** {@return a scheduler on a timer of its own, which {@link #dispose} stops} */
  public static WheelScheduler create() {
    return new WheelScheduler(WheelTimer.builder().name("loomwheel-reactor").build(), true);
  }

  /**
   * Makes a view of a timer.
   *
   * @param timer which {@link #dispose} leaves running
   * @return a scheduler on that timer and its executor
   */
  public static WheelScheduler on(WheelTimer timer) {
    return new WheelScheduler(Objects.requireNonNull(timer, "timer"), false);
  }

  @Override
  public Disposable schedule(Runnable task) {
    return submit(hooked(task), 0);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return submit(hooked(task), unit.toNanos(delay));
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    Periodic periodic = new Periodic(hooked(task), unit.toNanos(period));
    return submit(periodic, unit.toNanos(initialDelay));
  }

  private Disposable submit(Runnable action, long delayNanos) {
    ReactorTask task = new ReactorTask(client, action);
    if (client.isClosed() || !client.arm(task, delayNanos)) {
      throw Exceptions.failWithRejected();
    }
    return task;
  }

  static Runnable hooked(Runnable task) {
    return Schedulers.onSchedule(Objects.requireNonNull(task, "task"));
  }

  @Override
  public Worker createWorker() {
    return new WheelWorker(new WorkerClient(client), this);
  }

  /**
   * Does nothing: the timer starts by itself.
   *
   * @throws IllegalStateException if this scheduler was disposed of
   */
  @Override
  public void init() {
    if (client.isClosed()) {
      throw new IllegalStateException("a disposed scheduler can't be initialised again: " + this);
    }
  }

  /**
   * Rejects every submission from now on; what has not begun will not run. Stops the timer if it is
   * this scheduler's own. Idempotent; doesn't wait.
   */
  @Override
  public void dispose() {
    client.close();
    if (ownsTimer) {
      client.timer().stop(Duration.ZERO);
    }
  }

  @Override
  public boolean isDisposed() {
    return client.isClosed();
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
    if (key == Attr.CAPACITY) {
      return Integer.MAX_VALUE;
    }
    if (key == Attr.BUFFERED) {
      return (int) Math.min(Integer.MAX_VALUE, client.timer().pendingTimeouts());
    }
    return null;
  }

  @Override
  public String toString() {
    return "WheelScheduler(" + client.timer() + ")";
  }
}
