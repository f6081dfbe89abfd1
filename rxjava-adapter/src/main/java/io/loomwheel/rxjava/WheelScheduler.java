package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.task.Periodic;
import io.loomwheel.loom.task.WorkerClient;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * An RxJava scheduler on a {@link WheelTimer}: pass it to {@code timeout}, {@code delay}, {@code
 * debounce} and every other operator that takes a {@code Scheduler}.
 *
 * <p>Thread-safe. A task is armed and disposed of in about the time of reading the clock, never
 * fires before its delay has passed, and runs on a virtual thread, so it may block. A delay of zero
 * or less runs at once, past the wheel. Tasks submitted to the scheduler itself know no order;
 * those of a {@code Worker} run one after the other in the order of their deadlines, ties in the
 * order of submission, also under contention. Periodic tasks keep a fixed rate on the monotonic
 * clock, never overlap themselves, and catch up one by one when late; one that throws ends.
 *
 * <p>Disposing of a running task from another thread interrupts it. What a task throws goes to
 * {@code RxJavaPlugins.onError}. After {@link #shutdown}, or {@code dispose} of a Worker, a
 * submission returns {@code Disposable.disposed()} and nothing that had not begun runs; {@link
 * #start} makes a scheduler usable again. A submission to a timer that somebody else has stopped
 * sends a {@link RejectedExecutionException} to {@code RxJavaPlugins.onError}.
 */
public final class WheelScheduler extends Scheduler {
  private final Supplier<WheelTimer> timers;
  private final boolean ownsTimer;

  /** Replaced by start after a shutdown, under this object's monitor; read by every submission. */
  private volatile SchedulerClient client;

  private WheelScheduler(Supplier<WheelTimer> timers, boolean ownsTimer) {
    this.timers = timers;
    this.ownsTimer = ownsTimer;
    this.client = new SchedulerClient(timers.get());
  }

  /** {@return a scheduler on a timer of its own, which {@link #shutdown} stops} */
  public static WheelScheduler create() {
    return new WheelScheduler(() -> WheelTimer.builder().name("loomwheel-rxjava").build(), true);
  }

  /**
   * Makes a view of a timer.
   *
   * @param timer which {@link #shutdown} leaves running
   * @return a scheduler on that timer and its executor
   */
  public static WheelScheduler on(WheelTimer timer) {
    Objects.requireNonNull(timer, "timer is null");
    return new WheelScheduler(() -> timer, false);
  }

  @Override
  public Disposable scheduleDirect(Runnable run, long delay, TimeUnit unit) {
    return submit(hooked(run), unit.toNanos(delay));
  }

  @Override
  public Disposable schedulePeriodicallyDirect(
      Runnable run, long initialDelay, long period, TimeUnit unit) {
    Periodic periodic = new Periodic(hooked(run), unit.toNanos(period));
    return submit(periodic, unit.toNanos(initialDelay));
  }

  private Disposable submit(Runnable action, long delayNanos) {
    SchedulerClient to = client;
    RxTask task = new RxTask(to, action);
    return !to.isClosed() && to.arm(task, delayNanos) ? task : to.refused();
  }

  static Runnable hooked(Runnable run) {
    return RxJavaPlugins.onSchedule(run);
  }

  @Override
  public Worker createWorker() {
    SchedulerClient to = client;
    return new WheelWorker(new WorkerClient(to), to);
  }

  /** Makes a scheduler that was shut down usable again; otherwise does nothing. */
  @Override
  public synchronized void start() {
    if (client.isClosed()) {
      client = new SchedulerClient(timers.get());
    }
  }

  /**
   * Refuses every submission from now on; what has not begun will not run. Stops the timer if it is
   * this scheduler's own. Idempotent; doesn't wait.
   */
  @Override
  public synchronized void shutdown() {
    client.close();
    if (ownsTimer) {
      client.timer().stop(Duration.ZERO);
    }
  }

  @Override
  public String toString() {
    return "WheelScheduler(" + client.timer() + ")";
  }
}
