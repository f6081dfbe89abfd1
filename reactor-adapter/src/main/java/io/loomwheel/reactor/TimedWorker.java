package io.loomwheel.reactor;

import io.loomwheel.loom.task.Periodic;
import io.loomwheel.loom.task.WorkerClient;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A Worker whose delayed tasks wait in one shard, which keeps them in the order of their deadlines,
 * and join the others of the target's Worker when they are due. Thread-safe.
 */
final class TimedWorker implements Scheduler.Worker, Scannable {
  private final WorkerClient client;
  private final Scheduler.Worker target;

  TimedWorker(WorkerClient client, Scheduler.Worker target) {
    this.client = client;
    this.target = target;
  }

  @Override
  public Disposable schedule(Runnable task) {
    return target.schedule(task);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return delay <= 0
        ? target.schedule(task)
        : submit(Schedulers.onSchedule(Objects.requireNonNull(task, "task")), unit.toNanos(delay));
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    Periodic periodic =
        new Periodic(
            Schedulers.onSchedule(Objects.requireNonNull(task, "task")), unit.toNanos(period));
    return submit(periodic, unit.toNanos(initialDelay));
  }

  private Disposable submit(Runnable action, long delayNanos) {
    ReactorWorkerTask task = new ReactorWorkerTask(client, action);
    if (target.isDisposed() || !client.arm(task, delayNanos)) {
      throw Exceptions.failWithRejected();
    }
    return task;
  }

  @Override
  public void dispose() {
    client.dispose();
    target.dispose();
  }

  @Override
  public boolean isDisposed() {
    return client.isDisposed() || target.isDisposed();
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    Object ofTarget = Scannable.from(target).scanUnsafe(key);
    return key == Attr.BUFFERED && ofTarget instanceof Integer there
        ? (Integer) (there + client.size())
        : ofTarget;
  }
}
