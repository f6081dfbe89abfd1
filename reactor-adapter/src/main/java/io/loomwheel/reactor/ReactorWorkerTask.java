package io.loomwheel.reactor;

import io.loomwheel.loom.internal.TrackedTask;
import io.loomwheel.loom.internal.WorkerClient;
import reactor.core.Disposable;

/** A task of a Worker. */
final class ReactorWorkerTask extends TrackedTask implements Disposable {
  ReactorWorkerTask(WorkerClient worker, Runnable action) {
    super(worker, action);
  }
}
