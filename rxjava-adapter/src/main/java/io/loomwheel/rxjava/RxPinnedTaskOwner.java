package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.Periodic;
import io.loomwheel.loom.internal.Task;
import io.reactivex.rxjava3.disposables.Disposable;

/**
 * The owner of one periodic task that runs on a target: one Worker of the target runs all periods,
 * so that they stay on one thread, as with RxJava's own schedulers. The Worker is given back when
 * the task has ended. Thread-safe.
 */
final class RxPinnedTaskOwner extends RxTargetTaskOwner {
  private RxPinnedTaskOwner(RxSchedulerTaskOwner scheduler, RxTarget target) {
    super(scheduler, target);
  }

  static Disposable submit(
      RxSchedulerTaskOwner scheduler, RxTarget target, Periodic periodic, long delayNanos) {
    RxPinnedTaskOwner pin = new RxPinnedTaskOwner(scheduler, target);
    RxWorkerTask task = new RxWorkerTask(pin, periodic);
    if (scheduler.takes(task, pin, delayNanos)) {
      return task;
    }
    pin.dispose();
    return Disposable.disposed();
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
