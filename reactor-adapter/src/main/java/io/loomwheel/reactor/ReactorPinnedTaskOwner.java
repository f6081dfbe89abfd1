package io.loomwheel.reactor;

import io.loomwheel.loom.internal.Periodic;
import io.loomwheel.loom.internal.Task;
import reactor.core.Disposable;
import reactor.core.Exceptions;

/**
 * The owner of one periodic task that runs on a target: one Worker of the target runs all periods,
 * so that they stay on one thread, as with Reactor's own schedulers. The Worker is disposed of when
 * the task ends, in whatever way it ends.
 */
final class ReactorPinnedTaskOwner extends TargetTaskOwner {
  private final ReactorTarget worker;

  private ReactorPinnedTaskOwner(ReactorSchedulerTaskOwner scheduler, ReactorTarget worker) {
    super(scheduler, worker);
    this.worker = worker;
  }

  static Disposable submit(
      ReactorSchedulerTaskOwner scheduler,
      ReactorTarget target,
      Periodic periodic,
      long delayNanos) {
    if (scheduler.refuses() || target.isDisposed()) {
      throw Exceptions.failWithRejected();
    }
    ReactorPinnedTaskOwner pin = new ReactorPinnedTaskOwner(scheduler, target.newWorker());
    ReactorWorkerTask task = new ReactorWorkerTask(pin, periodic);
    if (!pin.arm(task, delayNanos)) {
      throw Exceptions.failWithRejected();
    }
    return task;
  }

  /** Fails if the target has no room for the first run; a later run is offered again. */
  @Override
  public boolean arm(Task task, long delayNanos) {
    boolean armed = false;
    try {
      armed = worker.telling(() -> super.arm(task, delayNanos));
    } finally {
      if (!armed) {
        dispose();
      }
    }
    return armed;
  }

  @Override
  protected void finished(Task task) {
    super.finished(task);
    worker.dispose(); // last: it is not our code and may throw
  }
}
