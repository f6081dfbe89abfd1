package io.loomwheel.reactor;

import io.loomwheel.loom.internal.Task;
import io.loomwheel.loom.internal.TaskOwner;
import reactor.core.Disposable;

/** A task of the scheduler itself. */
final class ReactorTask extends Task implements Disposable {
  ReactorTask(TaskOwner scheduler, Runnable action) {
    super(scheduler, action);
  }
}
