package io.loomwheel.rxjava;

import io.loomwheel.schedulers.internal.SchedulerTask;
import io.loomwheel.schedulers.internal.TaskOwner;
import io.reactivex.rxjava3.disposables.Disposable;

/** A task of the scheduler itself. */
final class RxTask extends SchedulerTask implements Disposable, Wrapping {
  RxTask(TaskOwner scheduler, Runnable action) {
    super(scheduler, action);
  }
}
