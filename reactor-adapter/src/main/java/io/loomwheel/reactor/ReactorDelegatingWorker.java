package io.loomwheel.reactor;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/**
 * A Worker whose delayed tasks wait in one shard, which keeps them in the order of their deadlines,
 * and go to the target's Worker when they are due. Thread-safe. Costs one object until something is
 * delayed, which most Workers never see; from then on all tasks take one way, for the order's sake.
 */
final class ReactorDelegatingWorker implements Scheduler.Worker, Scannable {
  private final WheelScheduler scheduler;
  private final Scheduler.Worker target;

  /** Set once, under this object's monitor, by the first to delay anything; read by anyone. */
  private volatile @Nullable ReactorWheelWorker delays;

  ReactorDelegatingWorker(WheelScheduler scheduler, Scheduler.Worker target) {
    this.scheduler = scheduler;
    this.target = target;
  }

  /**
   * Goes straight to the target until something was delayed, and then the way of what is delayed,
   * or it would overtake what is due and waits for its tick.
   */
  @Override
  public Disposable schedule(Runnable task) {
    ReactorWheelWorker made = delays;
    return made == null ? target.schedule(task) : made.schedule(task);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return delay <= 0 ? schedule(task) : delays().schedule(task, delay, unit);
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return delays().schedulePeriodically(task, initialDelay, period, unit);
  }

  /** Made after a dispose it is disposed of as well, because it asks the target's Worker. */
  private ReactorWheelWorker delays() {
    ReactorWheelWorker made = delays;
    return made == null ? make() : made;
  }

  private synchronized ReactorWheelWorker make() {
    ReactorWheelWorker made = delays;
    if (made == null) {
      made = scheduler.delegating(target);
      delays = made;
    }
    return made;
  }

  @Override
  public void dispose() {
    try {
      target.dispose(); // first, so that whoever makes the other meanwhile finds it disposed of
    } finally {
      ReactorWheelWorker made = delays;
      if (made != null) {
        made.dispose();
      }
    }
  }

  @Override
  public boolean isDisposed() {
    return target.isDisposed() || scheduler.isDisposed();
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    Object ofTarget = Scannable.from(target).scanUnsafe(key);
    ReactorWheelWorker made = delays;
    return key == Attr.BUFFERED && ofTarget instanceof Integer there && made != null
        ? (Integer) (there + made.size())
        : ofTarget;
  }
}
