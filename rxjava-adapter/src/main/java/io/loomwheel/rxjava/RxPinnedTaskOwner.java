package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.Periodic;
import io.loomwheel.loom.internal.Task;
import io.loomwheel.loom.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.disposables.Disposable;

/**
 * The owner of one periodic task that runs on a target: one Worker of the target runs all periods,
 * so that they stay on one thread, as with RxJava's own schedulers. The Worker is given back when
 * the task has ended. Thread-safe.
 */
final class RxPinnedTaskOwner extends WorkerTaskOwner implements Disposable {
  private final RxSchedulerTaskOwner scheduler;
  private final RxTarget target;

  RxPinnedTaskOwner(RxSchedulerTaskOwner scheduler, RxTarget target) {
    super(scheduler, target);
    this.scheduler = scheduler;
    this.target = target;
  }

  /** Submits the one task. */
  Disposable submit(Periodic action, long delayNanos) {
    RxWorkerTask task = new RxWorkerTask(this, action);
    scheduler.borrowers().add(this);
    if (scheduler.takes(task, this, delayNanos) && !task.isWithdrawn()) {
      return task;
    }
    dispose();
    return Disposable.disposed();
  }

  @Override
  protected void finished(Task task) {
    super.finished(task);
    giveBack();
  }

  @Override
  public void dispose() {
    super.dispose();
    giveBack();
  }

  private void giveBack() {
    target.dispose();
    scheduler.borrowers().remove(this);
  }
}
