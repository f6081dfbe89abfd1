package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Worker whose delayed tasks wait in one shard, in the order of their deadlines, and go to the
 * target's Worker when they are due. Thread-safe. Costs one object until the first delayed task,
 * which most Workers never get. From then on all tasks go through the shard, to keep their order.
 */
final class RxDelegatingWorker extends Scheduler.Worker {
  private final RxSchedulerTaskOwner scheduler;
  private final Scheduler.Worker target;

  /** Set once, under this object's monitor, by the first delayed task; read by any thread. */
  private volatile @Nullable RxWheelWorker delays;

  RxDelegatingWorker(RxSchedulerTaskOwner scheduler, Scheduler.Worker target) {
    this.scheduler = scheduler;
    this.target = target;
  }

  /**
   * Goes straight to the target until a task was delayed. After that it goes through the shard;
   * otherwise it would overtake a due task that waits for its tick.
   */
  @Override
  public Disposable schedule(Runnable run) {
    RxWheelWorker made = delays;
    return made == null ? target.schedule(run) : made.schedule(run);
  }

  @Override
  public Disposable schedule(Runnable run, long delay, TimeUnit unit) {
    return delay <= 0 ? schedule(run) : delays().schedule(run, delay, unit);
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable run, long initialDelay, long period, TimeUnit unit) {
    return delays().schedulePeriodically(run, initialDelay, period, unit);
  }

  /** Made after a dispose, it is disposed of too, because it asks the target's Worker. */
  private RxWheelWorker delays() {
    RxWheelWorker made = delays;
    return made == null ? make() : made;
  }

  private synchronized RxWheelWorker make() {
    RxWheelWorker made = delays;
    if (made == null) {
      made = new RxWheelWorker(scheduler, new Loan(target));
      delays = made;
    }
    return made;
  }

  @Override
  public void dispose() {
    target.dispose(); // first: a thread that makes the other meanwhile sees it
    RxWheelWorker made = delays;
    if (made != null) {
      made.dispose();
    }
  }

  @Override
  public boolean isDisposed() {
    return target.isDisposed();
  }

  @Override
  public long now(TimeUnit unit) {
    return scheduler.now(unit, target::now);
  }
}
