package io.loomwheel.reactor;

import io.loomwheel.loom.internal.Periodic;
import io.loomwheel.loom.internal.Task;
import reactor.core.Disposable;
import reactor.core.Exceptions;

/**
 * Where one periodic task of a scheduler itself belongs that another runs: a Worker of that one has
 * all its runs, so that they stay on one thread as with Reactor's own schedulers. The Worker ends
 * with the task, however that ends.
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

  /** A target that has no room for the first run refuses the task; later it is asked again. */
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
    worker.dispose(); // last, for it is not ours, and may throw
  }
}
