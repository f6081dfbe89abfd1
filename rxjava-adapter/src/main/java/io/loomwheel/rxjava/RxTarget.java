package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.schedulers.internal.DueQueue;
import io.loomwheel.schedulers.internal.Target;
import io.loomwheel.schedulers.internal.TargetWorker;
import io.loomwheel.schedulers.internal.WorkerDrain;
import io.loomwheel.schedulers.internal.WorkerTaskOwner;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Another scheduler of RxJava. A task that it refuses is withdrawn, and a Worker ends. Of a
 * scheduler of a few threads, a Worker's drains run on one of them, which other Workers share, as
 * in RxJava itself. Thread-safe.
 */
final class RxTarget extends Target {
  private final Scheduler scheduler;

  /**
   * Those that hold a Worker of the scheduler: a shutdown disposes of them, and the thread that
   * adds one then sees that. Held weakly, because a Worker may be forgotten. Guarded by itself.
   */
  private final Set<WorkerTaskOwner> holders =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /** One for each thread, made together as a Worker needs one. Guarded by this. */
  private final @Nullable SharedWorker[] ofThreads;

  /** Which of them the next Worker gets. Guarded by this. */
  private int next;

  /** Makes a target with the given number of threads, as {@link Target} says. */
  RxTarget(WheelTimer timer, Scheduler scheduler, int threads) {
    super(RxLibrary.INSTANCE, timer, threads, false);
    this.scheduler = scheduler;
    this.ofThreads = new SharedWorker[threads];
  }

  /** RxJava's own schedulers of a few threads only queue what they are given, but for the hook. */
  @Override
  protected boolean callsNoUserCode() {
    return threads > 0 && RxJavaPlugins.getScheduleHandler() == null;
  }

  @Override
  protected boolean give(Runnable work) {
    Disposable given = scheduler.scheduleDirect(work);
    return work instanceof DueQueue ? given != Disposable.disposed() : !given.isDisposed();
  }

  @Override
  protected TargetWorker newWorker(WorkerTaskOwner by) {
    return threads > 0 ? nextThread() : new OfWorker(by);
  }

  /**
   * RxJava gives one thread after the other to those who ask it for a Worker or run a task, so this
   * asks for all of them in one go.
   */
  private synchronized SharedWorker nextThread() {
    int thread = next;
    next = (thread + 1) % threads;
    SharedWorker known = ofThreads[thread];
    if (known == null || known.isDisposed()) { // others may have started the scheduler again
      Arrays.setAll(ofThreads, i -> new SharedWorker());
    }
    return Objects.requireNonNull(ofThreads[thread]);
  }

  /**
   * Replaces the one that has begun to run if its thread has another: somebody asked in between.
   */
  private synchronized void begins(SharedWorker on, long threadId) {
    on.threadId = threadId;
    int same = 0;
    for (SharedWorker each : ofThreads) {
      same += each != null && each.threadId == threadId ? 1 : 0;
    }
    if (same > 1) {
      Arrays.setAll(ofThreads, i -> ofThreads[i] == on ? new SharedWorker() : ofThreads[i]);
    }
  }

  @Override
  protected void close() {
    try {
      super.close();
    } finally {
      Callbacks.callEach(List.copyOf(holders), WorkerTaskOwner::dispose);
    }
  }

  /** A Worker of the scheduler. */
  private abstract static class TargetsWorker implements TargetWorker {
    /** Null if the scheduler has failed to make one. */
    final Scheduler.@Nullable Worker worker;

    TargetsWorker(Scheduler scheduler) {
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
  }

  /** A thread of the scheduler, by one Worker for all of ours that run there. */
  private final class SharedWorker extends TargetsWorker {
    private final DueQueue due = new DueQueue(RxTarget.this, 1, queue -> isGiven());

    /** Whether the scheduler was shut down, which its Worker doesn't say. Set by any thread. */
    private volatile boolean refused;

    /** Whether the last hand-over that was taken has begun. Set by threads that hand over. */
    private volatile AtomicBoolean begun = new AtomicBoolean(true);

    /** Zero until a hand-over has begun. Guarded by the target; its thread reads it without. */
    private long threadId;

    SharedWorker() {
      super(scheduler);
    }

    /**
     * What RxJava returns looks the same if it has run and if it was refused. While one that was
     * taken before has not begun, that will do, and this one has only asked.
     */
    private boolean isGiven() {
      AtomicBoolean before = begun;
      AtomicBoolean mine = new AtomicBoolean();
      Disposable place = worker == null ? Disposable.disposed() : worker.schedule(() -> run(mine));
      if (place.isDisposed() && !mine.get()) {
        refused = true;
      } else if (!before.get() && mine.compareAndSet(false, true)) {
        place.dispose();
      } else {
        begun = mine;
      }
      return !refused;
    }

    private void run(AtomicBoolean mine) {
      if (mine.compareAndSet(false, true)) {
        if (threadId == 0) {
          begins(this, Thread.currentThread().threadId());
        }
        due.run();
      }
    }

    /** Keeps the place in the queue of the thread, whose Worker stays when ours are disposed of. */
    @Override
    public boolean hand(WorkerDrain drain) {
      Disposable place = worker == null ? Disposable.disposed() : worker.schedule(drain);
      boolean waits = !place.isDisposed();
      if (waits) {
        drain.handedOver(place::dispose);
      }
      return waits;
    }

    @Override
    public DueQueue dueQueue() {
      return due;
    }

    @Override
    public boolean isDisposed() {
      return refused || super.isDisposed();
    }

    @Override
    public void giveBack() {}
  }

  /**
   * A Worker of the scheduler for one of ours alone. A stock one that is disposed of interrupts its
   * running task, in {@code newThread()} even if that task disposes of it. But our own tasks decide
   * about interrupts. So it is only disposed of when no task runs.
   */
  private final class OfWorker extends TargetsWorker {
    private final WorkerTaskOwner holder;

    OfWorker(WorkerTaskOwner holder) {
      super(scheduler);
      this.holder = holder;
      holders.add(holder);
    }

    @Override
    public void giveBack() {
      holders.remove(holder);
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
