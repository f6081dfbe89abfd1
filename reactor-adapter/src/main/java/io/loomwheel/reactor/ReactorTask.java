package io.loomwheel.reactor;

import io.loomwheel.loom.task.Client;
import io.loomwheel.loom.task.Task;
import reactor.core.Disposable;

/** A task of the scheduler itself. */
final class ReactorTask extends Task implements Disposable {
  ReactorTask(Client scheduler, Runnable action) {
    super(scheduler, action);
  }
}
