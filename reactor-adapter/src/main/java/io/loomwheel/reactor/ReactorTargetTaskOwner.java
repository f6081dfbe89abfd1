package io.loomwheel.reactor;

import io.loomwheel.loom.internal.WorkerTaskOwner;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/**
 * A Worker whose tasks run on a Worker of the target, with which it ends. Tasks that are due
 * together take one place in the target's queue, so that a burst doesn't fill it.
 */
class ReactorTargetTaskOwner extends WorkerTaskOwner implements ReactorBacklog.DueWork {
  private final ReactorTarget target;

  /** Made when something is first due. Written by the thread that hands over, read by any. */
  private volatile Scheduler.@Nullable Worker worker;

  ReactorTargetTaskOwner(ReactorSchedulerTaskOwner scheduler, ReactorTarget target) {
    super(scheduler);
    this.target = target;
  }

  @Override
  protected boolean hand(boolean mayRefuse) {
    if (mayRefuse) {
      target.submit(this);
    } else {
      target.submitDue(this);
    }
    return true;
  }

  @Override
  public void handTo(Scheduler target) {
    Scheduler.Worker own = worker;
    if (own == null) {
      own = target.createWorker();
      worker = own;
      if (isClosed()) {
        own.dispose(); // the thread that disposed of this may have seen no Worker
      }
    }
    own.schedule(this);
  }

  /** {@return false: its tasks count themselves} */
  @Override
  public boolean countsHere() {
    return false;
  }

  @Override
  protected void refused() {
    if (isClosed()) {
      dispose();
    } else {
      waitForNext();
    }
  }

  @Override
  protected boolean runsWhereAlarmed() {
    return false;
  }

  /** {@return null: the alarm runs on the timer's executor, and hands the tasks over there} */
  @Override
  protected @Nullable Executor executor() {
    return null;
  }

  @Override
  protected boolean isCutOff() {
    Scheduler.Worker own = worker;
    return target.isDisposed() || (own != null && own.isDisposed());
  }

  @Override
  protected void released() {
    Scheduler.Worker own = worker;
    try {
      if (own != null) {
        own.dispose();
      }
    } finally {
      if (target.backlog().remove(this)) {
        run(); // runs nothing any more, but has it rest
      }
    }
  }
}
