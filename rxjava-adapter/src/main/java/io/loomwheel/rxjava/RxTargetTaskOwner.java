package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A Worker whose tasks run on a target, a burst of them as one. A refusal ends it.
 *
 * <p>A stock Worker that is disposed of interrupts its running task, in {@code newThread()} even if
 * that task disposes of it. But our own tasks decide about interrupts. So the target's Worker is
 * only disposed of when no task runs.
 */
class RxTargetTaskOwner extends WorkerTaskOwner implements Disposable {
  private final RxSchedulerTaskOwner scheduler;
  private final RxTarget target;

  /** Made when something is first due. Written by the thread that hands over, read by any. */
  private volatile @Nullable RxTarget worker;

  RxTargetTaskOwner(RxSchedulerTaskOwner scheduler, RxTarget target) {
    super(scheduler);
    this.scheduler = scheduler;
    this.target = target;
  }

  @Override
  protected boolean hand(boolean mayRefuse) {
    try {
      RxTarget to = worker();
      return mayRefuse ? to.take(this) : to.takeDue(this);
    } catch (Throwable refused) {
      RxJavaPlugins.onError(refused);
      dispose();
      return false;
    }
  }

  private RxTarget worker() {
    RxTarget own = worker;
    if (own == null) {
      own = target.newWorker();
      worker = own;
      if (own != target) {
        scheduler.borrowers().add(this);
      }
      if (isClosed()) {
        released(); // the thread that disposed of this may have seen no Worker
      }
    }
    return own;
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
    RxTarget own = worker;
    return own != null && own.isDisposed();
  }

  @Override
  protected void released() {
    RxTarget own = worker;
    if (own != null) {
      own.dispose();
      scheduler.borrowers().remove(this);
    }
  }
}
