package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner;
import io.loomwheel.schedulers.internal.Target;
import io.loomwheel.schedulers.internal.Target.TargetWorker;
import io.loomwheel.schedulers.internal.TargetThread;
import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import io.loomwheel.schedulers.internal.WorkerDrain;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Another scheduler of RxJava. A task that it refuses is withdrawn, and a Worker ends. On a thread
 * of a scheduler of few, one Worker of that is shared by all of ours. Thread-safe.
 */
final class RxTarget extends Target {
  /** A thread that doesn't begin is asked once in so long whether it was shut down. */
  private static final long PAUSE_NANOS = 1_000_000;

  final Scheduler scheduler;

  /** How many threads it has for all tasks; 0 if it may start one for each. */
  private final int most;

  RxTarget(WheelTimer timer, Scheduler scheduler, int threads) {
    super(RxLibrary.INSTANCE, timer, false);
    this.scheduler = scheduler;
    this.most = threads;
  }

  /** {@return the scheduler that runs an owner's tasks, or null if an executor does} */
  static @Nullable RxTarget of(SchedulerTaskOwner owner) {
    return owner.target instanceof RxTarget target ? target : null;
  }

  @Override
  protected boolean hasThreads() {
    return most > 0;
  }

  @Override
  protected boolean give(Runnable work) {
    return waits((DueWork) work, direct(work));
  }

  /** Runs an action on the thread whose turn it is, which then is seen to be busy. */
  Disposable direct(Runnable action) {
    return nextThread() instanceof SharedWorker thread
        ? thread.schedule(action)
        : scheduler.scheduleDirect(action);
  }

  /** {@return whether work was taken, and not run yet} It leaves its place if it will not run. */
  private static boolean waits(DueWork work, Disposable place) {
    boolean waits = !place.isDisposed();
    if (waits) {
      work.handedOver(place::dispose);
    }
    return waits;
  }

  @Override
  protected TargetWorker newWorker() {
    return new OfWorker(worker());
  }

  @Override
  protected TargetThread[] threads() {
    TargetThread[] known = threads; // once: another thread may forget them
    return known.length == most ? known : newThreads();
  }

  /**
   * RxJava gives one thread after the other to those who ask it for a Worker or run a task, so this
   * asks for all of them in one go.
   */
  private synchronized TargetThread[] newThreads() {
    if (threads.length != most) {
      threads = Stream.generate(SharedWorker::new).limit(most).toArray(TargetThread[]::new);
    }
    return threads;
  }

  /** Forgets all threads as one was shut down: others may have started the scheduler again. */
  private synchronized void wasShutDown(SharedWorker one) {
    one.refused = true;
    if (Stream.of(threads).anyMatch(it -> it == one)) {
      threads = new TargetThread[0];
    }
  }

  /** Replaces one that has begun if its thread has another: somebody has asked in between. */
  private synchronized void begins(SharedWorker on) {
    on.threadId = Thread.currentThread().threadId();
    Predicate<TargetThread> same = it -> ((SharedWorker) it).threadId == on.threadId;
    if (Stream.of(threads).filter(same).count() > 1) {
      replace(on);
    }
  }

  private synchronized void replace(SharedWorker one) {
    threads =
        Stream.of(threads)
            .map(it -> it == one ? new SharedWorker() : it)
            .toArray(TargetThread[]::new);
  }

  /**
   * {@return a new Worker of the scheduler; one that refuses everything if it fails to make one} An
   * Error, as for lack of memory, says nothing of the next time.
   */
  private Scheduler.Worker worker() {
    try {
      return scheduler.createWorker();
    } catch (Exception failure) {
      RxJavaPlugins.onError(failure);
      Scheduler.Worker refusing = Schedulers.trampoline().createWorker();
      refusing.dispose();
      return refusing;
    }
  }

  /** A thread of the scheduler, by one Worker for all of ours that run there. */
  private final class SharedWorker extends TargetThread {
    private final Scheduler.Worker worker = worker();

    /** Whether the scheduler was shut down, which its Worker doesn't say. Set by any thread. */
    private volatile boolean refused;

    /** Whether the thread runs something that it was given here. Written by that thread. */
    private volatile boolean running;

    /** What the thread was given last, until that has ended. Written by any thread. */
    private volatile @Nullable SharedRun last;

    /** Its last turn, which is over before it has begun if a hook has thrown. Written as given. */
    private volatile Disposable turn = Disposable.disposed();

    /** Zero until the thread has begun. Written by it under the target's monitor. */
    private volatile long threadId;

    /** When it was made, or asked last whether it was shut down. Written by any thread. */
    private volatile long askedNanos = System.nanoTime();

    SharedWorker() {
      super(RxTarget.this);
    }

    /** RxJava's own schedulers of a few threads only queue what they get, but for the hook. */
    @Override
    protected boolean callsNoUserCode() {
      return RxJavaPlugins.getScheduleHandler() == null;
    }

    @Override
    protected boolean give(Runnable due) {
      turn = schedule(due);
      return !refused;
    }

    /**
     * To ask takes locks of the scheduler, and is seen by the hook: not for each of a burst. One
     * that has never begun is replaced if there are others: it may share one that is kept busy.
     */
    @Override
    protected boolean isLost() {
      long now = System.nanoTime();
      if (!refused && now - askedNanos >= PAUSE_NANOS) {
        askedNanos = now;
        if (threadId == 0 && most > 1) {
          replace(this);
        }
        ask();
      }
      return refused || turn.isDisposed();
    }

    /** Schedules what can't have run meanwhile: what RxJava returns looks as if it was refused. */
    private void ask() {
      Disposable never = worker.schedule(() -> {}, 1, TimeUnit.DAYS);
      if (never.isDisposed()) {
        wasShutDown(this);
      }
      never.dispose();
    }

    private SharedRun schedule(Runnable work) {
      SharedRun run = new SharedRun(this, work);
      last = run;
      try {
        run.place = worker.schedule(run, 0, TimeUnit.NANOSECONDS); // a set, not a list
      } catch (Throwable hookFailed) {
        ended(run);
        throw hookFailed;
      }
      if (run.isDisposed() && run.work != null) { // it will not run
        ended(run);
        ask();
      }
      return run;
    }

    private void ended(SharedRun run) {
      run.work = null;
      if (last == run) {
        last = null;
      }
    }

    /** Called by the thread, which is seen to be busy meanwhile. */
    private void runHere(Runnable work) {
      running = true;
      try {
        if (threadId == 0) {
          begins(this);
        }
      } finally { // there may be no memory for another
        try {
          work.run();
        } finally {
          running = false;
        }
      }
    }

    @Override
    public boolean hand(WorkerDrain drain) {
      Disposable place = schedule(drain);
      return waits(drain.handedAt(place::isDisposed), place);
    }

    /** Also while something waits that was given by {@link #direct} and has not begun. */
    @Override
    protected boolean isBusy() {
      return running || last != null;
    }

    @Override
    public boolean isDisposed() {
      return refused || worker.isDisposed();
    }
  }

  /** What a thread of the scheduler was given, and the handle of that. */
  private static final class SharedRun implements Runnable, Disposable, Wrapping {
    private final SharedWorker thread;

    /** Null once it has run or was disposed of, so that a handle doesn't retain it. */
    private @Nullable Runnable work;

    /** Where it waits or runs. Written once it was given, before others have the handle. */
    private volatile Disposable place = Disposable.empty();

    SharedRun(SharedWorker thread, Runnable work) {
      this.thread = thread;
      this.work = work;
    }

    @Override
    public void run() {
      Runnable todo = work;
      if (todo != null) {
        try {
          thread.runHere(todo);
        } finally {
          thread.ended(this);
        }
      }
    }

    @Override
    public void dispose() {
      place.dispose();
      thread.ended(this);
    }

    @Override
    public boolean isDisposed() {
      return place.isDisposed();
    }

    @Override
    public @Nullable Runnable action() {
      Runnable given = work;
      return given instanceof Wrapping task ? task.action() : given;
    }
  }

  /**
   * A Worker of the scheduler for one of ours alone. A stock one that is disposed of interrupts its
   * running task, in {@code newThread()} even if that task disposes of it. But our own tasks decide
   * about interrupts. So it is only disposed of when no task runs.
   */
  private record OfWorker(Scheduler.Worker worker) implements TargetWorker {
    @Override
    public boolean hand(WorkerDrain drain) {
      Disposable place = worker.schedule(drain);
      return waits(drain.handedAt(place::isDisposed), place);
    }

    @Override
    public boolean isDisposed() {
      return worker.isDisposed();
    }

    @Override
    public void giveBack() {
      try {
        worker.dispose();
      } catch (Throwable failure) {
        RxJavaPlugins.onError(failure);
      }
    }
  }
}
