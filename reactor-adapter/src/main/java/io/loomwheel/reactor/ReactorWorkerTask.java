package io.loomwheel.reactor;

import io.loomwheel.schedulers.internal.WorkerTask;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import reactor.core.Disposable;

/** A task of a Worker, or one that has a Worker of its own. */
final class ReactorWorkerTask extends WorkerTask implements Disposable {
  ReactorWorkerTask(WorkerTaskOwner worker, Runnable action) {
    super(worker, action);
  }
}
