package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.Target;
import io.loomwheel.loom.internal.TargetWorker;
import io.loomwheel.loom.internal.Task;
import io.loomwheel.loom.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.lang.ref.Reference;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks in place of the timer's executor: on another scheduler, or the user's executor. A task
 * that it refuses is withdrawn, and a Worker ends; an exception goes to {@code
 * RxJavaPlugins.onError}. Thread-safe if those are.
 */
abstract class RxTarget extends Target {
  private RxTarget(WheelTimer timer, int threads) {
    super(timer, threads, false);
  }

  static RxTarget of(WheelTimer timer, Executor executor) {
    return new OfExecutor(timer, executor);
  }

  /** {@return a target with the given number of threads, as {@link Target} says} */
  static RxTarget of(WheelTimer timer, Scheduler scheduler, int threads) {
    return new OfScheduler(timer, scheduler, threads);
  }

  @Override
  protected final boolean submit(Runnable work) {
    try {
      return super.submit(work);
    } catch (Throwable thrown) {
      return refusedBy(work, thrown);
    }
  }

  /** {@return false} */
  static boolean refusedBy(Runnable work, Throwable thrown) {
    RxJavaPlugins.onError(thrown);
    if (work instanceof WorkerTaskOwner worker) {
      worker.dispose();
    }
    return false;
  }

  @Override
  protected final void report(Throwable ofAHook) {
    RxJavaPlugins.onError(ofAHook);
  }

  /** The user's executor, which we must not shut down. It refuses by any exception. */
  private static final class OfExecutor extends RxTarget implements TargetWorker {
    private final Executor executor;

    OfExecutor(WheelTimer timer, Executor executor) {
      super(timer, 0);
      this.executor = executor;
    }

    @Override
    public void execute(Runnable due) {
      hand((Task) due); // on the driver too
    }

    @Override
    protected boolean give(Runnable work) {
      executor.execute(work);
      return true;
    }

    @Override
    protected boolean offer(Runnable due) {
      return submit(due);
    }

    @Override
    protected TargetWorker newWorker(WorkerTaskOwner by) {
      return this;
    }

    @Override
    public boolean hand(WorkerTaskOwner drain) {
      return give(drain);
    }

    @Override
    public void giveBack() {}
  }

  /** Another scheduler, which gives each of our Workers one of its own. */
  private static final class OfScheduler extends RxTarget {
    private final Scheduler scheduler;

    /** Those that hold a Worker of the scheduler; a shutdown disposes of them. */
    private final TargetRegistry registry = new TargetRegistry();

    OfScheduler(WheelTimer timer, Scheduler scheduler, int threads) {
      super(timer, threads);
      this.scheduler = scheduler;
    }

    @Override
    protected boolean give(Runnable work) {
      Disposable given = scheduler.scheduleDirect(work);
      return work == this ? given != Disposable.disposed() : !given.isDisposed();
    }

    @Override
    protected boolean isRefusal(Runnable work, Throwable thrown) {
      return work != this && super.isRefusal(work, thrown) && !refusedBy(work, thrown);
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
    public boolean hand(WorkerTaskOwner drain) {
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
