package io.loomwheel.reactor;

import io.loomwheel.schedulers.internal.SchedulerTask;
import io.loomwheel.schedulers.internal.TaskOwner;
import reactor.core.Disposable;

/** A task of the scheduler itself. */
final class ReactorTask extends SchedulerTask implements Disposable {
  ReactorTask(TaskOwner scheduler, Runnable action) {
    super(scheduler, action);
  }
}
