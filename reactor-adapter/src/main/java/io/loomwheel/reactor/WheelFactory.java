package io.loomwheel.reactor;

import static io.loomwheel.reactor.ReactorLibrary.UNBOUNDED;

import io.loomwheel.WheelTimer;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Moves all default delays and timeouts of an application onto the wheel. All work stays on
 * Reactor's own threads, so Reactor's guard against blocking there keeps working:
 *
 * <pre>{@code
 * Schedulers.setFactory(new WheelFactory(WheelTimer.shared()));
 * }</pre>
 *
 * <p>This disposes of Reactor's cached schedulers. So only the application should call it, where it
 * starts: no library should, and Loomwheel never does. A scheduler that was captured before, such
 * as {@code Schedulers.parallel()} in a static field, rejects from then on, often as {@code
 * Scheduler unavailable}. {@code Schedulers.resetFactory()} restores the stock schedulers, and
 * disposes of this factory's schedulers in the same way; call it before the timer is stopped.
 *
 * <p>Each scheduler of this factory wraps a stock one. Tasks without a delay go to the stock
 * scheduler at once, delayed and periodic tasks when they are due, those of one Worker in the order
 * of their deadlines. Each scheduler is disposed of on its own; the timer goes on. A stopped timer
 * rejects every delay, which {@code timeout} operators signal as an instant timeout. In a test in
 * virtual time one that was fetched before stays real, as the stock schedulers do.
 *
 * <p>A stock scheduler may start a thread when it is handed what is due. That thread has the
 * context class loader of whoever made the scheduler, but takes no inheritable thread locals.
 *
 * <p>The cap on queued tasks of a bounded scheduler, as many as its threads may queue, holds twice:
 * for its tasks without a delay, which the stock scheduler counts, and for all the others, delayed,
 * periodic or of a Worker, whether they wait for their time or a thread. So both together may be
 * twice as many as on the stock one. More are rejected as they are submitted.
 *
 * <p>What is due on {@code parallel()} runs on whichever of its threads is free, so a periodic task
 * and the delayed tasks of a Worker may change threads; one by one, each happens-before the next. A
 * scheduler has the name of the stock one, its meters as {@code reactor.scheduler.id}.
 *
 * <p>Bad numbers are rejected by Reactor's own checks, with its messages. Immutable. The hook of
 * {@code Schedulers.onSchedule} sees each task when it is submitted; on a bounded scheduler also
 * what is handed over once it is due: a delayed task, a period, or what a Worker has due. The same
 * goes for {@code parallel()} and {@code single()} if a decorator of executors is set. It never
 * runs on the timer's driver, which hands over what is due on these two itself.
 */
public final class WheelFactory implements Schedulers.Factory {
  private final WheelTimer timer;

  /**
   * Makes a factory, and does not install it.
   *
   * @param timer the timer that delays wait on
   */
  public WheelFactory(WheelTimer timer) {
    this.timer = Objects.requireNonNull(timer, "timer");
  }

  @Override
  public Scheduler newParallel(int parallelism, ThreadFactory threadFactory) {
    Objects.requireNonNull(threadFactory, "threadFactory");
    Scheduler stock = Schedulers.Factory.super.newParallel(parallelism, threadFactory);
    return new ReactorDelegatingScheduler(timer, stock, UNBOUNDED, parallelism);
  }

  @Override
  public Scheduler newSingle(ThreadFactory threadFactory) {
    Objects.requireNonNull(threadFactory, "threadFactory");
    Scheduler stock = Schedulers.Factory.super.newSingle(threadFactory);
    return new ReactorDelegatingScheduler(timer, stock, UNBOUNDED, 1);
  }

  @Override
  public Scheduler newBoundedElastic(
      int threadCap, int queuedTaskCap, ThreadFactory threadFactory, int ttlSeconds) {
    Objects.requireNonNull(threadFactory, "threadFactory");
    Scheduler stock =
        Schedulers.Factory.super.newBoundedElastic(
            threadCap, queuedTaskCap, threadFactory, ttlSeconds);
    return new ReactorDelegatingScheduler(timer, stock, (long) threadCap * queuedTaskCap, 0);
  }

  @Override
  public Scheduler newThreadPerTaskBoundedElastic(
      int threadCap, int queuedTaskCap, ThreadFactory threadFactory) {
    Objects.requireNonNull(threadFactory, "threadFactory");
    Scheduler stock =
        Schedulers.Factory.super.newThreadPerTaskBoundedElastic(
            threadCap, queuedTaskCap, threadFactory);
    return new ReactorDelegatingScheduler(timer, stock, (long) threadCap * queuedTaskCap, 0);
  }
}
