package io.loomwheel.reactor;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/**
 * A Worker whose delayed tasks wait in one shard, in the order of their deadlines, and go to the
 * target's Worker when they are due. Thread-safe. Costs one object until the first delayed task,
 * which most Workers never get. From then on all tasks go through the shard, to keep their order.
 */
final class ReactorDelegatingWorker implements Scheduler.Worker, Scannable {
  private final WheelScheduler scheduler;
  private final Scheduler.Worker target;

  /** Set once, under this object's monitor, by the first delayed task; read by any thread. */
  private volatile @Nullable ReactorWheelWorker delays;

  ReactorDelegatingWorker(WheelScheduler scheduler, Scheduler.Worker target) {
    this.scheduler = scheduler;
    this.target = target;
  }

  /**
   * Goes straight to the target until a task was delayed. After that it goes through the shard;
   * otherwise it would overtake a due task that waits for its tick.
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

  /** Made after a dispose, it is disposed of too, because it asks the target's Worker. */
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
      target.dispose(); // first: a thread that makes the other meanwhile sees it
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
