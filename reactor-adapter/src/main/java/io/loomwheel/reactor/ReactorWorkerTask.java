package io.loomwheel.reactor;

import io.loomwheel.schedulers.internal.WorkerTask;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/** A task of a Worker, or one that has a Worker of its own. */
final class ReactorWorkerTask extends WorkerTask implements Disposable {
  private ReactorWorkerTask(WorkerTaskOwner worker, Runnable action) {
    super(worker, action);
  }

  /** {@return a new task, or null if it was refused} */
  static @Nullable Disposable armed(WorkerTaskOwner worker, Runnable action, long delayNanos) {
    ReactorWorkerTask task = new ReactorWorkerTask(worker, action);
    return worker.arm(task, delayNanos) ? task : null;
  }
}
