package io.loomwheel.reactor;

import io.loomwheel.loom.task.Periodic;
import io.loomwheel.loom.task.WorkerClient;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/** Serial and ordered, as {@link WheelScheduler} says of its Workers. Thread-safe. */
final class WheelWorker implements Scheduler.Worker, Scannable {
  private final WorkerClient client;
  private final WheelScheduler scheduler;

  WheelWorker(WorkerClient client, WheelScheduler scheduler) {
    this.client = client;
    this.scheduler = scheduler;
  }

  @Override
  public Disposable schedule(Runnable task) {
    return submit(WheelScheduler.hooked(task), 0);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return submit(WheelScheduler.hooked(task), unit.toNanos(delay));
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    Periodic periodic = new Periodic(WheelScheduler.hooked(task), unit.toNanos(period));
    return submit(periodic, unit.toNanos(initialDelay));
  }

  private Disposable submit(Runnable action, long delayNanos) {
    ReactorWorkerTask task = new ReactorWorkerTask(client, action);
    if (!client.arm(task, delayNanos)) {
      throw Exceptions.failWithRejected();
    }
    return task;
  }

  @Override
  public void dispose() {
    client.dispose();
  }

  @Override
  public boolean isDisposed() {
    return client.isDisposed();
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    if (key == Attr.TERMINATED || key == Attr.CANCELLED) {
      return isDisposed();
    }
    if (key == Attr.NAME) {
      return scheduler + ".worker";
    }
    if (key == Attr.BUFFERED) {
      return client.size();
    }
    return key == Attr.PARENT ? scheduler : null;
  }
}
