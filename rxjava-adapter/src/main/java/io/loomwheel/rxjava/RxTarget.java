package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.Target;
import io.loomwheel.schedulers.internal.TargetWorker;
import io.loomwheel.schedulers.internal.WorkerDrain;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Another scheduler of RxJava. A task that it refuses is withdrawn, and a Worker ends. Thread-safe.
 */
final class RxTarget extends Target {
  private final Scheduler scheduler;

  /** Those that hold a Worker of the scheduler; a shutdown disposes of them. */
  private final TargetRegistry registry = new TargetRegistry();

  /** Makes a target with the given number of threads, as {@link Target} says. */
  RxTarget(WheelTimer timer, Scheduler scheduler, int threads) {
    super(RxLibrary.INSTANCE, timer, threads, false);
    this.scheduler = scheduler;
  }

  /** RxJava's own schedulers of a few threads only queue what they are given, but for the hook. */
  @Override
  protected boolean callsNoUserCode() {
    return threads > 0 && RxJavaPlugins.getScheduleHandler() == null;
  }

  @Override
  protected boolean give(Runnable work) {
    Disposable given = scheduler.scheduleDirect(work);
    return work == this ? given != Disposable.disposed() : !given.isDisposed();
  }

  @Override
  protected TargetWorker newWorker(WorkerTaskOwner by) {
    OfWorker made = new OfWorker(by, registry, scheduler);
    made.registration = registry.add(made);
    return made;
  }

  @Override
  protected void close() {
    registry.dispose();
  }

  /**
   * A Worker of the scheduler. A stock one that is disposed of interrupts its running task, in
   * {@code newThread()} even if that task disposes of it. But our own tasks decide about
   * interrupts. So it is only disposed of when no task runs.
   */
  private static final class OfWorker implements TargetWorker, Disposable {
    private final WorkerTaskOwner owner;
    private final TargetRegistry registry;

    /** Null if the scheduler has failed to make one. */
    private final Scheduler.@Nullable Worker worker;

    /** Its entry in the registry; if a racy read misses it, it goes when this is collected. */
    private @Nullable Reference<Disposable> registration;

    OfWorker(WorkerTaskOwner owner, TargetRegistry registry, Scheduler scheduler) {
      this.owner = owner;
      this.registry = registry;
      this.worker = workerOf(scheduler);
    }

    private static Scheduler.@Nullable Worker workerOf(Scheduler scheduler) {
      try {
        return scheduler.createWorker();
      } catch (Throwable failure) {
        RxJavaPlugins.onError(failure);
        return null;
      }
    }

    @Override
    public boolean hand(WorkerDrain drain) {
      return worker != null && !worker.schedule(drain).isDisposed();
    }

    @Override
    public boolean isDisposed() {
      return worker == null || worker.isDisposed();
    }

    /** Ends the Worker that has this. */
    @Override
    public void dispose() {
      owner.dispose();
    }

    @Override
    public void giveBack() {
      registry.remove(registration);
      try {
        if (worker != null) {
          worker.dispose();
        }
      } catch (Throwable failure) {
        RxJavaPlugins.onError(failure);
      }
    }
  }
}
