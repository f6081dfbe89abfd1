package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Lets every default delay and timeout of an application wait on the wheel, while all work stays on
 * Reactor's own threads, so that its guard against blocking there keeps working:
 *
 * <pre>{@code
 * Schedulers.setFactory(new WheelFactory(WheelTimer.shared()));
 * }</pre>
 *
 * <p>That disposes of Reactor's cached schedulers, so it belongs to the start of the application,
 * and to the application alone: no library should do it, and Loomwheel never does. A scheduler that
 * was captured before, such as {@code Schedulers.parallel()} in a static field, rejects from then
 * on, often as {@code Scheduler unavailable}. {@code Schedulers.resetFactory()} restores
 * everything, and disposes of the schedulers made here in the same way; call it before the timer is
 * stopped.
 *
 * <p>Each scheduler made here is a stock one seen through the wheel: tasks without a delay go
 * straight to it, delayed and periodic ones when they are due, those of one Worker in the order of
 * their deadlines. Each is disposed of on its own; the timer goes on. A timer that is stopped
 * rejects every delay, which {@code timeout} operators take for an instant timeout.
 *
 * <p>A periodic task stays on one thread, where the stock scheduler keeps it on one. The name of a
 * scheduler is that of the stock one, which its meters carry as {@code reactor.scheduler.id}.
 *
 * <p>What Reactor says of bad numbers holds here, in its words. Immutable. The hook of {@code
 * Schedulers.onSchedule} sees a delayed task when it is submitted, and once more when the wheel
 * hands it over; a periodic one when it is submitted, and once more for each period.
 */
public final class WheelFactory implements Schedulers.Factory {
  private final WheelTimer timer;

  /**
   * Makes a factory, and installs it nowhere.
   *
   * @param timer what delays wait on
   */
  public WheelFactory(WheelTimer timer) {
    this.timer = Objects.requireNonNull(timer, "timer");
  }

  @Override
  public Scheduler newParallel(int parallelism, ThreadFactory threadFactory) {
    Objects.requireNonNull(threadFactory, "threadFactory");
    return timed(Schedulers.Factory.super.newParallel(parallelism, threadFactory));
  }

  @Override
  public Scheduler newSingle(ThreadFactory threadFactory) {
    Objects.requireNonNull(threadFactory, "threadFactory");
    return timed(Schedulers.Factory.super.newSingle(threadFactory));
  }

  @Override
  public Scheduler newBoundedElastic(
      int threadCap, int queuedTaskCap, ThreadFactory threadFactory, int ttlSeconds) {
    Objects.requireNonNull(threadFactory, "threadFactory");
    return timed(
        Schedulers.Factory.super.newBoundedElastic(
            threadCap, queuedTaskCap, threadFactory, ttlSeconds));
  }

  @Override
  public Scheduler newThreadPerTaskBoundedElastic(
      int threadCap, int queuedTaskCap, ThreadFactory threadFactory) {
    Objects.requireNonNull(threadFactory, "threadFactory");
    return timed(
        Schedulers.Factory.super.newThreadPerTaskBoundedElastic(
            threadCap, queuedTaskCap, threadFactory));
  }

  private Scheduler timed(Scheduler stock) {
    return new ReactorDelegatingScheduler(timer, stock);
  }
}
