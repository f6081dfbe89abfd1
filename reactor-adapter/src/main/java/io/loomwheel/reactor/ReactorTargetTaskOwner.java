package io.loomwheel.reactor;

import io.loomwheel.loom.internal.WorkerTaskOwner;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * A Worker whose tasks run on a Worker of the target, with which it ends. Tasks that are due
 * together take one place in the target's queue, so that a burst doesn't fill it. A periodic task
 * of the scheduler itself has one of its own, so that all periods stay on one thread, as with
 * Reactor's own schedulers.
 */
final class ReactorTargetTaskOwner extends WorkerTaskOwner implements ReactorBacklog.DueWork {
  private final ReactorTarget target;

  /** Made when something is first due. Written by the thread that hands over, read by any. */
  private volatile Scheduler.@Nullable Worker worker;

  ReactorTargetTaskOwner(
      ReactorSchedulerTaskOwner scheduler, ReactorTarget target, boolean hasOneTask) {
    super(scheduler, true, hasOneTask);
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
      if (!state().lets(false)) {
        own.dispose(); // the thread that disposed of this may have seen no Worker
      }
    }
    int number = handOver();
    Disposable place = own.schedule(() -> run(number));
    handedOver(number, place::dispose);
  }

  /** {@return false: its tasks count themselves} */
  @Override
  public boolean countsHere() {
    return false;
  }

  @Override
  protected void refused() {
    if (!state().lets(false)) {
      dispose();
    } else {
      waitForNext();
    }
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
