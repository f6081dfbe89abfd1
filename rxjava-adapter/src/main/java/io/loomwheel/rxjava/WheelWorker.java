package io.loomwheel.rxjava;

import io.loomwheel.loom.task.Periodic;
import io.loomwheel.loom.task.WorkerClient;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.TimeUnit;

/** Serial and ordered, as {@link WheelScheduler} says of its Workers. Thread-safe. */
final class WheelWorker extends Scheduler.Worker {
  private final WorkerClient client;
  private final SchedulerClient scheduler;

  WheelWorker(WorkerClient client, SchedulerClient scheduler) {
    this.client = client;
    this.scheduler = scheduler;
  }

  @Override
  public Disposable schedule(Runnable run, long delay, TimeUnit unit) {
    return submit(WheelScheduler.hooked(run), unit.toNanos(delay));
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable run, long initialDelay, long period, TimeUnit unit) {
    Periodic periodic = new Periodic(WheelScheduler.hooked(run), unit.toNanos(period));
    return submit(periodic, unit.toNanos(initialDelay));
  }

  private Disposable submit(Runnable action, long delayNanos) {
    RxWorkerTask task = new RxWorkerTask(client, action);
    if (client.arm(task, delayNanos)) {
      return task;
    }
    return client.isDisposed() ? Disposable.disposed() : scheduler.refused();
  }

  @Override
  public void dispose() {
    client.dispose();
  }

  @Override
  public boolean isDisposed() {
    return client.isDisposed();
  }
}
