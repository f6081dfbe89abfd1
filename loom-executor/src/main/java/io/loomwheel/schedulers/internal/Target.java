package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.PerTask;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import io.loomwheel.schedulers.internal.TaskOwner.Library;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Another scheduler, that runs tasks after they waited on the wheel. What is due is handed over by
 * a thread of the timer's executor if the scheduler may call user code meanwhile, such as hooks,
 * which must not run on the driver.
 *
 * <p>If it has a few threads for all tasks, what is due goes into one queue for all of them, and
 * idle threads are told to look there; if there are too few, all are. So nothing waits for a thread
 * that is kept busy, maybe by its own stream, while another is free. The driver tells as many as
 * there are entries, once a turn. In a batch, which another thread hands over, as many are told as
 * there are entries at the first, second, fourth one and so on, and a thread that finds more than
 * its first one tells the next before it runs that: so while the queue has entries, a thread is on
 * its way, and a batch wakes each thread about once. What has no delay goes to one thread after the
 * other, and what a Worker has to one, as on the scheduler itself.
 *
 * <p>Thread-safe. What is refused ends, or waits in the {@link Backlog} if the scheduler may be
 * full.
 */
public abstract class Target implements Executor {
  private final Library library;
  final WheelTimer timer;

  /** Null if it takes nothing later that it refuses now. */
  private final @Nullable Backlog backlog;

  /** The threads, if they are few, once they are known. Written by the thread that finds them. */
  protected volatile TargetThread[] threads = {};

  /** Which thread is next, of a Worker or a task; unsigned, wraps around. Racy: two may have it. */
  int nextGiven;

  /** Which one is told first of what is due; the same. */
  private int nextTold;

  /** What is due, for any of the threads. */
  final DueQueue shared = new DueQueue();

  private final Runnable turns = this::giveTurns; // one object, so that it runs once a turn

  /**
   * Workers of ours that have one of the scheduler: the end of the owner disposes of them, and the
   * thread that adds one sees that. Held weakly: a Worker may be forgotten. Guarded by itself.
   */
  private final Set<WorkerTaskOwner> holders =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /** Whose tasks it runs. Set by that, before there are any. */
  @Nullable SchedulerTaskOwner owner;

  /**
   * Makes one without tasks. {@code mayBeFull} says that it takes later what it refuses now;
   * otherwise an exception that says so is reported.
   */
  @SuppressWarnings("this-escape") // stored only
  protected Target(Library library, WheelTimer timer, boolean mayBeFull) {
    this.library = library;
    this.timer = timer;
    this.backlog = mayBeFull ? new Backlog(this) : null;
  }

  /**
   * Gives the scheduler a task. {@return false if it was refused, as a rejection says too; or it is
   * done already}
   */
  protected abstract boolean give(Runnable work);

  /** {@return a Worker of the scheduler for one of ours} By default, drains are given as tasks. */
  protected TargetWorker newWorker() {
    return this::give;
  }

  /** {@return whether it has a few threads for all tasks, and is not given each task by itself} */
  protected boolean hasThreads() {
    return threads.length > 0;
  }

  protected TargetThread[] threads() {
    return threads;
  }

  /** Tells as many threads as there are entries. */
  private void giveTurns() {
    try {
      giveTurns(shared.sizeToTell());
    } catch (Throwable noMemory) {
      allAgain(noMemory);
    }
  }

  /** Tells so many idle threads to look for what is due, or all threads if fewer are idle. */
  final void giveTurns(int wanted) {
    TargetThread[] known = threads();
    int next = nextTold++;
    int left = wanted;
    for (int i = 0; left > 0 && i < known.length; i++) {
      TargetThread thread = at(known, next + i);
      if (thread.isIdle()) {
        thread.takeTurn();
        left--;
      }
    }
    for (int i = 0; left > 0 && i < known.length; i++) {
      known[i].takeTurn();
    }
  }

  /**
   * {@return the thread whose turn it is; null if it has none for all} A delay has a turn as well,
   * as on the scheduler itself: where tasks and their timeouts take turns, threads stay free.
   */
  protected final @Nullable TargetThread nextThread() {
    TargetThread[] known = threads();
    return known.length == 0 ? null : at(known, nextGiven++);
  }

  private static TargetThread at(TargetThread[] threads, int turn) {
    return threads[Integer.remainderUnsigned(turn, threads.length)];
  }

  /** {@return whether the scheduler was disposed of, if that can be known} */
  public boolean isDisposed() {
    return false;
  }

  /**
   * Hands over a task without delay, or a drain, for a thread that can do without. Throws what the
   * scheduler throws, but for the rejection of one that takes nothing later, which is reported.
   * {@return false if it was refused, or is done already}
   */
  protected final boolean submit(Runnable work) {
    try {
      return handOn(work);
    } catch (RejectedExecutionException thrown) {
      if (backlog != null) {
        throw thrown;
      }
      report(thrown);
      if (work instanceof WorkerDrain drain) {
        drain.dispose();
      }
      return false;
    }
  }

  /** Tells handlers, which are user code and may block: not on the driver. */
  private void report(Throwable thrown) {
    TaskOwner.offDriver(timer, () -> library.failed(thrown, false));
  }

  /** Hands work over. Throws what the scheduler throws; {@return as {@link #submit}} */
  final boolean handOn(Runnable work) {
    return switch (work) {
      case WorkerDrain drain -> drain.isDisposed() || workerOf(drain.worker).hand(drain);
      case TargetThread thread -> thread.give(thread);
      default -> give(work);
    };
  }

  /** {@return the Worker for the drains of one of ours, made when something is first due} */
  private TargetWorker workerOf(WorkerTaskOwner drains) {
    TargetWorker own = drains.worker;
    if (own == null) {
      own = nextThread();
      if (own == null) {
        holders.add(drains); // before there is a Worker that may be lost
        own = newWorker();
      }
      drains.worker = own;
      if (!drains.mayRun()) {
        release(drains); // the thread that disposed of ours may have seen no Worker
      }
    }
    return own;
  }

  /** {@return whether the threads that run the drains of a Worker were taken away} */
  final boolean isCutOff(WorkerTaskOwner worker) {
    TargetWorker own = worker.worker;
    return isDisposed() || (own != null && own.isDisposed());
  }

  /** Called after a Worker was disposed of, when it doesn't run. */
  final void release(WorkerTaskOwner worker) {
    TargetWorker own = worker.worker;
    worker.worker = null;
    if (own != null) {
      if (!(own instanceof TargetThread)) {
        holders.remove(worker);
      }
      own.giveBack();
    }
  }

  /** Hands over a task or a drain that is due. */
  @Override
  public void execute(Runnable fired) {
    DueWork due = (DueWork) fired;
    boolean entered = false;
    try {
      if (hasThreads()) {
        boolean byDriver = TimerAccess.engineOf(timer).isDriver();
        int waiting = shared.enter(due, !byDriver);
        entered = true;
        if (byDriver) {
          TimerAccess.dispatcherOf(timer).dispatchStep(turns);
        } else if (Integer.bitCount(waiting) == 1) {
          giveTurns((waiting + 1) / 2); // as many as entries, together with those before
        }
        due.handedOver(shared.takeOut);
      } else {
        TaskOwner.offDriver(timer, () -> hand(due));
      }
    } catch (Throwable failure) {
      if (entered) {
        allAgain(failure);
      } else {
        again(due, failure);
      }
    }
  }

  /** {@return whether a drain, whose turn is over, was put behind what waits for a thread} */
  final boolean takesBehind(WorkerDrain next) {
    boolean takes = hasThreads() || hasBacklog();
    if (takes) {
      execute(next);
    }
    return takes;
  }

  private boolean hasBacklog() {
    return backlog != null && backlog.inUse;
  }

  /** Hands over what is due, now or later, or ends it. */
  protected final void hand(DueWork due) {
    try {
      if (hasBacklog() || !offer(due)) {
        refused(due);
      }
    } catch (Throwable failure) {
      again(due, failure);
    }
  }

  /** Has what is due fire once more, as there is no memory to hand it over. */
  final void again(DueWork due, Throwable failure) {
    TaskOwner.tell(timer, failure);
    due.again();
  }

  /** The same for all that waits for a thread, as maybe none was told to look for it. */
  final void allAgain(Throwable failure) {
    TaskOwner.tell(timer, failure);
    for (DueWork entry; (entry = shared.poll()) != null; ) {
      entry.again();
    }
  }

  /** Keeps what was refused, to offer it again later, or ends it. */
  final void refused(DueWork due) {
    if (backlog != null) {
      backlog.add(due);
    } else {
      due.refused();
    }
  }

  /**
   * Ends what waits for a thread, or keeps it if the scheduler may take it later. That may have
   * other threads by now, so it is asked, until it refuses a task; a Worker ends with its thread.
   */
  final void refuseAll() {
    boolean isAsked = true;
    for (DueWork due; (due = shared.poll()) != null; ) {
      try {
        boolean isTask = due instanceof Task;
        isAsked = isAsked && (!isTask || offer(due) || due.isDisposed());
        if (!(isTask && isAsked)) {
          refused(due);
        }
      } catch (Throwable failure) {
        again(due, failure);
      }
    }
  }

  /**
   * Offers a due task, a drain or what is due for a thread, unless its owner is closed. If the
   * scheduler fails, that is reported, and it runs on a fresh virtual thread: it was accepted long
   * ago. {@return false if it was refused, or is done already}
   */
  protected boolean offer(Runnable due) {
    try {
      return (owner == null || owner.state().lets(false)) && submit(due);
    } catch (RejectedExecutionException full) {
      return false;
    } catch (VirtualMachineError noMemory) {
      throw noMemory; // the caller waits for some: this must not run anywhere else
    } catch (Throwable failure) {
      PerTask.SHARED.execute(due);
      report(failure);
      return true;
    }
  }

  /**
   * Ends the tasks that are due and have no thread, and the Workers. Called once the owner is
   * closed, before the scheduler may be shut down: some report what they refuse then. Idempotent;
   * any thread.
   */
  final void close() {
    Callbacks.runEach(
        backlog == null ? () -> {} : backlog::close,
        this::refuseAll,
        () -> Callbacks.callEach(List.copyOf(holders), WorkerTaskOwner::end));
  }

  /**
   * Tasks and drains that are due, in order, until a thread takes them. What will not run any more
   * leaves before it is half of all.
   *
   * <p>Thread-safe by its monitor, which is held for a few stores, and never while other code is
   * called.
   */
  static final class DueQueue {
    /** Guarded by this, as those below. */
    @SuppressWarnings("JdkObsolete") // a failure to add changes nothing, unlike in an array
    private final Queue<DueWork> due = new LinkedList<>();

    /** Whether fewer threads may be told than there are entries. */
    private boolean batched;

    /** How many entries, at most, will not run any more. */
    private int over;

    /** Called when an entry will not run. */
    final Runnable takeOut = this::ended;

    /**
     * Adds what is due; again, if a step before found no memory. {@return how many there are} Of a
     * batch not each has a thread told.
     */
    synchronized int enter(DueWork entry, boolean ofBatch) {
      due.add(entry);
      batched |= ofBatch;
      return due.size();
    }

    /** {@return how many there are, for the driver, which tells a thread of each} */
    synchronized int sizeToTell() {
      batched = false;
      return due.size();
    }

    /** {@return whether a thread that has taken the first of several is to tell others} */
    synchronized boolean hasMoreOfABatch() {
      return batched && !due.isEmpty();
    }

    synchronized @Nullable DueWork poll() {
      return due.poll();
    }

    synchronized int size() {
      return due.size();
    }

    private synchronized void ended() {
      if (2 * ++over > due.size()) {
        due.removeIf(DueWork::isDisposed);
        over = 0;
      }
    }
  }

  /** A Worker of a {@link Target}, on which the drains of one of ours run. Thread-safe. */
  public interface TargetWorker {
    /**
     * Hands over a drain of the Worker that this was made for. {@return false if it was refused, as
     * a rejection says too; or it is done already}
     */
    boolean hand(WorkerDrain drain);

    /** {@return whether it was disposed of, its scheduler aside} */
    default boolean isDisposed() {
      return false;
    }

    /** Disposes of it, as nothing runs on it, unless others use it. Idempotent; any thread. */
    default void giveBack() {}
  }
}
