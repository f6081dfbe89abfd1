package io.loomwheel.rxjava;

import io.loomwheel.schedulers.internal.WorkerTask;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.disposables.Disposable;

/** A task of a Worker, or one that has a Worker of its own. */
final class RxWorkerTask extends WorkerTask implements Disposable, Wrapping {
  RxWorkerTask(WorkerTaskOwner worker, Runnable action) {
    super(worker, action);
  }
}
