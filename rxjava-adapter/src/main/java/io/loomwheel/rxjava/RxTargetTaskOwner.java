package io.loomwheel.rxjava;

import io.loomwheel.loom.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * A Worker whose tasks run on a target, a burst of them as one. A refusal ends it. A periodic task
 * of the scheduler itself has one of its own, so that all periods stay on one thread, as with
 * RxJava's own schedulers.
 *
 * <p>A stock Worker that is disposed of interrupts its running task, in {@code newThread()} even if
 * that task disposes of it. But our own tasks decide about interrupts. So the target's Worker is
 * only disposed of when no task runs.
 */
final class RxTargetTaskOwner extends WorkerTaskOwner implements Disposable {
  private final RxSchedulerTaskOwner scheduler;
  private final RxTarget target;

  /** Made when something is first due. Written by the thread that hands over, read by any. */
  private volatile @Nullable RxTarget worker;

  /** Its entry in the registry; if a racy read misses it, it goes when this is collected. */
  private @Nullable Reference<Disposable> registration;

  RxTargetTaskOwner(RxSchedulerTaskOwner scheduler, RxTarget target, boolean hasOneTask) {
    super(scheduler, true, hasOneTask);
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
        registration = scheduler.targetRegistry().add(this);
      }
      if (!state().lets(false)) {
        released(); // the thread that disposed of this may have seen no Worker
      }
    }
    return own;
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
      scheduler.targetRegistry().remove(registration);
    }
  }
}
