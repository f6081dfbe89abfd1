package io.loomwheel.rxjava;

import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.internal.Periodic;
import io.loomwheel.loom.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Worker that is serial and ordered, as {@link WheelScheduler} says. Thread-safe. */
final class RxWheelWorker extends Scheduler.Worker {
  private final WorkerTaskOwner owner;
  private final RxSchedulerTaskOwner scheduler;

  /** Runs the tasks in place of the timer's executor, a burst of them as one; or null. */
  private final @Nullable RxTarget target;

  RxWheelWorker(RxSchedulerTaskOwner scheduler, @Nullable RxTarget target) {
    this.scheduler = scheduler;
    this.target = target;
    this.owner =
        target == null
            ? new WorkerTaskOwner(scheduler)
            : new WorkerTaskOwner(scheduler, new SerialExecutor(drain -> hand(drain, target)));
  }

  /** Hands tasks over. A refusal ends the Worker: its accepted tasks end here, without running. */
  private void hand(Runnable drain, RxTarget to) {
    if (isDisposed() || !to.offer(drain)) {
      dispose();
      drain.run();
    }
  }

  @Override
  public Disposable schedule(Runnable run) {
    return isDisposed() ? Disposable.disposed() : submit(RxJavaPlugins.onSchedule(run), 0);
  }

  @Override
  public Disposable schedule(Runnable run, long delay, TimeUnit unit) {
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(delay);
    return isDisposed() ? Disposable.disposed() : submit(RxJavaPlugins.onSchedule(run), nanos);
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable run, long initialDelay, long period, TimeUnit unit) {
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(initialDelay);
    return isDisposed()
        ? Disposable.disposed()
        : submit(new Periodic(RxJavaPlugins.onSchedule(run), unit.toNanos(period)), nanos);
  }

  private Disposable submit(Runnable action, long delayNanos) {
    RxWorkerTask task = new RxWorkerTask(owner, action);
    if (scheduler.takes(task, owner, delayNanos)) {
      return isDisposed() ? leftOf(task) : task;
    }
    dispose();
    return Disposable.disposed();
  }

  /** Ends a task that a disposed Worker took; the task may have run before the dispose. */
  private Disposable leftOf(RxWorkerTask task) {
    dispose();
    return task.isWithdrawn() ? Disposable.disposed() : task;
  }

  @Override
  public long now(TimeUnit unit) {
    return scheduler.now(unit, super::now);
  }

  @Override
  public void dispose() {
    owner.dispose();
    if (target != null) {
      target.dispose();
      scheduler.borrowers().remove(this);
    }
  }

  @Override
  public boolean isDisposed() {
    return owner.isDisposed() || (target != null && target.isDisposed());
  }

  @Override
  public String toString() {
    return "WheelWorker("
        + scheduler.timer()
        + (isDisposed() ? ", disposed" : ", " + owner.size() + " tasks")
        + ")";
  }
}
