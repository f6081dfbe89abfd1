package io.loomwheel.reactor;

import io.loomwheel.loom.internal.TaskOwner;
import io.loomwheel.loom.internal.WorkerTask;
import reactor.core.Disposable;

/** A task of a Worker. */
final class ReactorWorkerTask extends WorkerTask implements Disposable {
  ReactorWorkerTask(TaskOwner worker, Runnable action) {
    super(worker, action);
  }
}
