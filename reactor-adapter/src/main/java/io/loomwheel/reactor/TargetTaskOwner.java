package io.loomwheel.reactor;

import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.internal.WorkerTaskOwner;

/**
 * The owner of a Worker's tasks that run on a Worker of the target; it ends with that Worker. Tasks
 * that are due together take one place in the target's queue, so that a burst doesn't fill it.
 */
class TargetTaskOwner extends WorkerTaskOwner {
  private final ReactorTarget worker;

  TargetTaskOwner(ReactorSchedulerTaskOwner scheduler, ReactorTarget worker) {
    super(scheduler, new SerialExecutor(worker));
    this.worker = worker;
  }

  @Override
  public void dispose() {
    try {
      super.dispose();
    } finally {
      worker.dispose();
    }
  }

  @Override
  public boolean isDisposed() {
    return worker.isDisposed() || super.isDisposed();
  }

  @Override
  protected boolean isClosed() {
    return worker.isDisposed() || super.isClosed();
  }
}
