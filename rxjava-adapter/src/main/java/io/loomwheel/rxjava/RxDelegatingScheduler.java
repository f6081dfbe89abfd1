package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A view of a scheduler whose delayed and periodic tasks wait on a wheel until they are due. All of
 * them run where the target runs its own tasks. A task without delay doesn't use the wheel.
 *
 * <p>Thread-safe. Starting or shutting down this scheduler does so for the target. Shutting down
 * drops what waits, for its time or for a thread, before the target refuses and reports it; from
 * then until a start, everything goes straight to the target, which refuses it, or has been started
 * by others, who don't know of this view.
 */
final class RxDelegatingScheduler extends Scheduler {
  private static final String NEW_THREAD =
      "io.reactivex.rxjava3.internal.schedulers.NewThreadScheduler";
  private static final int OF_COMPUTATION =
      computationThreads(
          Runtime.getRuntime().availableProcessors(),
          Integer.getInteger("rx3.computation-threads", 0));

  final Scheduler target;
  private final WheelScheduler delays;

  RxDelegatingScheduler(WheelTimer timer, Scheduler target) {
    this.target = target;
    this.delays = WheelScheduler.delegating(timer, target, true, threadsOf(target));
  }

  @Override
  public Disposable scheduleDirect(Runnable run, long delay, TimeUnit unit) {
    if (delay > 0) {
      return delaying().scheduleDirect(run, delay, unit);
    }
    RxTarget open = delays.isShutDown() ? null : RxTarget.of(delays.owner);
    return open == null // else past the owner, which doesn't count it
        ? target.scheduleDirect(run)
        : open.direct(Objects.requireNonNull(run, "run is null"));
  }

  @Override
  public Disposable schedulePeriodicallyDirect(
      Runnable run, long initialDelay, long period, TimeUnit unit) {
    return delaying().schedulePeriodicallyDirect(run, initialDelay, period, unit);
  }

  @Override
  public Worker createWorker() {
    return delaying().createWorker();
  }

  private Scheduler delaying() {
    return delays.isShutDown() ? target : delays;
  }

  @Override
  public long now(TimeUnit unit) {
    return delays.now(unit);
  }

  @Override
  public void start() {
    target.start();
    delays.start();
  }

  /** Does nothing to {@code newThread()}, which goes on itself. */
  @Override
  public void shutdown() {
    if (!target.getClass().getName().equals(NEW_THREAD)) {
      Callbacks.runEach(delays::shutdown, target::shutdown);
    }
  }

  @Override
  public String toString() {
    return target + " on " + delays.timer();
  }

  /**
   * {@return how many threads a scheduler has for all tasks; 0 if it starts one for each, or is
   * anything but RxJava's own} Their classes are known by their names, as they are not exported.
   * What stands in the place of one may run tasks inside the call, or each on a thread of its own.
   */
  private static int threadsOf(Scheduler scheduler) {
    return switch (scheduler.getClass().getName()) {
      case "io.reactivex.rxjava3.internal.schedulers.ComputationScheduler" -> OF_COMPUTATION;
      case "io.reactivex.rxjava3.internal.schedulers.SingleScheduler" -> 1;
      default -> 0;
    };
  }

  /** {@return how many threads RxJava's computation has: its setting can only lower them} */
  static int computationThreads(int processors, int setting) {
    return setting <= 0 ? processors : Math.min(processors, setting);
  }
}
