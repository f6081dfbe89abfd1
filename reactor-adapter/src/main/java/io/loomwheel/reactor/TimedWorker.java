package io.loomwheel.reactor;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/**
 * A Worker whose delayed tasks wait in one shard, which keeps them in the order of their deadlines,
 * and join the others of the target's Worker when they are due. Thread-safe.
 */
final class TimedWorker implements Scheduler.Worker, Scannable {
  private final Scheduler.Worker target;

  /** Has its tasks run by the target, and disposes of it. */
  private final WheelWorker delays;

  TimedWorker(Scheduler.Worker target, WheelWorker delays) {
    this.target = target;
    this.delays = delays;
  }

  @Override
  public Disposable schedule(Runnable task) {
    return target.schedule(task);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return delay <= 0 ? target.schedule(task) : delays.schedule(task, delay, unit);
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return delays.schedulePeriodically(task, initialDelay, period, unit);
  }

  @Override
  public void dispose() {
    delays.dispose();
  }

  @Override
  public boolean isDisposed() {
    return delays.isDisposed();
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    Object ofTarget = Scannable.from(target).scanUnsafe(key);
    return key == Attr.BUFFERED && ofTarget instanceof Integer there
        ? (Integer) (there + delays.size())
        : ofTarget;
  }
}
