package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A scheduler whose delayed and periodic tasks wait on a wheel until they are due. All of them run
 * where the target runs its own tasks. A task without delay doesn't use the wheel, and costs one
 * more read of a flag. Virtual time leaves it on real time, as it does the target.
 *
 * <p>Thread-safe. Owns the target: disposing of this scheduler disposes of the target, and drops
 * waiting tasks.
 */
final class ReactorDelegatingScheduler implements Scheduler, Scannable {
  private final Scheduler target;
  private final WheelScheduler delays;

  ReactorDelegatingScheduler(WheelTimer timer, Scheduler target, long mostWaiting, int threads) {
    this.target = target;
    this.delays = WheelScheduler.delegating(timer, target, false, mostWaiting, threads);
  }

  @Override
  public Disposable schedule(Runnable task) {
    if (delays.isDisposed()) {
      throw Exceptions.failWithRejected();
    }
    return target.schedule(task);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return delay <= 0 ? schedule(task) : delays.schedule(task, delay, unit);
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return delays.schedulePeriodically(task, initialDelay, period, unit);
  }

  @Override
  public Worker createWorker() {
    return delays.createWorker();
  }

  @Override
  public long now(TimeUnit unit) {
    return delays.now(unit);
  }

  @Override
  public void init() {
    delays.init();
    ((ReactorTarget) Objects.requireNonNull(delays.owner.target)).init();
  }

  @Override
  public void dispose() {
    Callbacks.runEach(delays::dispose, target::dispose);
  }

  /**
   * Lets waiting tasks run when they are due, except periodic ones; then the target is disposed of
   * gracefully. What a subscriber has begun goes on though it cancels.
   */
  @Override
  public Mono<Void> disposeGracefully() {
    Mono<Void> end = delays.disposeGracefully().then(Mono.defer(target::disposeGracefully));
    return Mono.fromFuture(end::toFuture, true);
  }

  @Override
  public boolean isDisposed() {
    return delays.isDisposed() || target.isDisposed();
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    return key == Attr.TERMINATED || key == Attr.CANCELLED
        ? (Boolean) isDisposed()
        : Scannable.from(target).scanUnsafe(key);
  }

  /**
   * {@return those of the target, then one that has buffered the tasks that came past it} These are
   * delayed, periodic or of Workers, and wait or run.
   */
  @Override
  public Stream<? extends Scannable> inners() {
    return Stream.concat(Scannable.from(target).inners(), Stream.of(delays));
  }

  /** {@return the name of the target, which its meters carry} */
  @Override
  public String toString() {
    return target.toString();
  }
}
