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
final class ReactorPinnedTaskOwner extends ReactorTargetTaskOwner {
  private ReactorPinnedTaskOwner(ReactorSchedulerTaskOwner scheduler, ReactorTarget target) {
    super(scheduler, target);
  }

  static Disposable submit(
      ReactorSchedulerTaskOwner scheduler,
      ReactorTarget target,
      Periodic periodic,
      long delayNanos) {
    if (scheduler.refuses() || target.isDisposed()) {
      throw Exceptions.failWithRejected();
    }
    ReactorPinnedTaskOwner pin = new ReactorPinnedTaskOwner(scheduler, target);
    ReactorWorkerTask task = new ReactorWorkerTask(pin, periodic);
    boolean armed = false;
    try {
      armed = pin.arm(task, delayNanos);
    } finally {
      if (!armed) {
        pin.dispose();
      }
    }
    if (!armed) {
      throw Exceptions.failWithRejected();
    }
    return task;
  }

  @Override
  protected void ran(Task task) {
    dispose();
  }

  @Override
  protected void finished(Task task) {
    super.finished(task);
    dispose();
  }
}
