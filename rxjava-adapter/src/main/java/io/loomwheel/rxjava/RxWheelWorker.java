package io.loomwheel.rxjava;

import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A Worker that is serial and ordered, as {@link WheelScheduler} says. Thread-safe. */
final class RxWheelWorker extends Scheduler.Worker {
  private final WorkerTaskOwner owner;
  private final WheelScheduler scheduler;

  RxWheelWorker(WorkerTaskOwner owner, WheelScheduler scheduler) {
    this.owner = owner;
    this.scheduler = scheduler;
  }

  @Override
  public Disposable schedule(Runnable run, long delay, TimeUnit unit) {
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(delay);
    return isDisposed() ? WheelScheduler.DISPOSED : submit(RxLibrary.hooked(run), nanos);
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable run, long initialDelay, long period, TimeUnit unit) {
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(initialDelay);
    return isDisposed()
        ? WheelScheduler.DISPOSED
        : submit(new Periodic(RxLibrary.hooked(run), unit.toNanos(period), false), nanos);
  }

  private Disposable submit(Runnable action, long delayNanos) {
    Disposable task =
        WheelScheduler.armed(owner.scheduler, owner, new RxWorkerTask(owner, action), delayNanos);
    if (task == WheelScheduler.DISPOSED) {
      dispose();
    }
    return task;
  }

  @Override
  public long now(TimeUnit unit) {
    return scheduler.now(unit);
  }

  @Override
  public void dispose() {
    owner.dispose();
  }

  @Override
  public boolean isDisposed() {
    return owner.isDisposed();
  }

  @Override
  public String toString() {
    String state = isDisposed() ? "disposed" : owner.size() + " tasks";
    return "WheelWorker(" + owner.timer() + ", " + state + ")";
  }

  /** A task of a Worker, or one that has a Worker of its own. */
  static final class RxWorkerTask extends WorkerTask implements Disposable, Wrapping {
    RxWorkerTask(WorkerTaskOwner worker, Runnable action) {
      super(worker, action);
    }
  }
}
