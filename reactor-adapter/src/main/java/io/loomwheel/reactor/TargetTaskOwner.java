package io.loomwheel.reactor;

import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.internal.WorkerTaskOwner;

/**
 * A Worker whose tasks another scheduler's Worker runs, and which ends with it. What is due at once
 * takes one place in that one's queue, so that a burst doesn't fill it.
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
