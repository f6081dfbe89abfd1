package io.loomwheel.reactor;

import io.loomwheel.reactor.virtual.VirtualTasks;
import io.loomwheel.reactor.virtual.VirtualTime;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/** A Worker that is serial and ordered, as {@link WheelScheduler} says. Thread-safe. */
final class ReactorWheelWorker implements Scheduler.Worker, Scannable {
  private final WorkerTaskOwner owner;
  private final WheelScheduler scheduler;

  ReactorWheelWorker(WorkerTaskOwner owner, WheelScheduler scheduler) {
    this.owner = owner;
    this.scheduler = scheduler;
  }

  @Override
  public Disposable schedule(Runnable task) {
    return submit(ReactorLibrary.hooked(task), VirtualTime.AHEAD);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    long nanos = Objects.requireNonNull(unit, "unit").toNanos(delay);
    return submit(ReactorLibrary.hooked(task), Math.max(0, nanos));
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    long nanos = Math.max(0, Objects.requireNonNull(unit, "unit").toNanos(initialDelay));
    return submit(new Periodic(ReactorLibrary.hooked(task), unit.toNanos(period), false), nanos);
  }

  private Disposable submit(Runnable action, long delayNanos) {
    VirtualTasks virtual = scheduler.virtualTime();
    return virtual == null
        ? WheelScheduler.armed(owner, new ReactorWorkerTask(owner, action), delayNanos)
        : virtual.submit(owner.scheduler, owner, action, delayNanos);
  }

  @Override
  public void dispose() {
    try {
      owner.dispose();
    } finally {
      VirtualTasks virtual = scheduler.virtualTime();
      if (virtual != null) {
        virtual.drop(owner);
      }
    }
  }

  @Override
  public boolean isDisposed() {
    return owner.isDisposed();
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
      VirtualTasks virtual = scheduler.virtualTime();
      return owner.size() + (virtual == null ? 0 : virtual.size(owner));
    }
    return key == Attr.PARENT ? scheduler : null;
  }

  /** A task of a Worker, or one that has a Worker of its own. */
  static final class ReactorWorkerTask extends WorkerTask implements Disposable {
    ReactorWorkerTask(WorkerTaskOwner worker, Runnable action) {
      super(worker, action);
    }
  }
}
