package io.loomwheel.reactor;

import io.loomwheel.loom.internal.TrackedTask;
import io.loomwheel.loom.internal.WorkerTaskOwner;
import reactor.core.Disposable;

/** A task of a Worker. */
final class ReactorWorkerTask extends TrackedTask implements Disposable {
  ReactorWorkerTask(WorkerTaskOwner worker, Runnable action) {
    super(worker, action);
  }
}
