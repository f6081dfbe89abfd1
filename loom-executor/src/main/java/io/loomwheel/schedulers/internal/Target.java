package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.schedulers.internal.TaskOwner.Endable;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Another scheduler, that runs tasks after they waited on the wheel. A due task is handed over by a
 * thread of the timer's executor, because the scheduler calls hooks, which must not run on the
 * driver.
 *
 * <p>If the scheduler has a few threads for all tasks, this is handed to it in place of them: a
 * thread that runs it takes one task after the other, in the order in which they became due.
 * Whoever adds a task hands this over, unless all threads of the scheduler take tasks already: each
 * of those checks for one more before it stops. A thread that begins while more tasks wait hands
 * this to the next. A scheduler that is shut down may drop what it was handed; so only threads that
 * have begun count.
 *
 * <p>Thread-safe. What is refused ends, or waits in the {@link Backlog} if the scheduler may be
 * full.
 */
public abstract class Target implements Executor, Runnable {
  /** Tasks that a thread runs before it goes to the end of its scheduler's queue. */
  private static final int MOST = 128;

  private final Library library;
  private final WheelTimer timer;

  /** How many threads take tasks in batches; 0 means that each task is given by itself. */
  protected final int threads;

  private final @Nullable Backlog backlog;

  /**
   * Due tasks, in order. Added by firing threads, taken by threads of the scheduler, and after a
   * refusal by the one that was refused.
   */
  private final Queue<Task> due = new ConcurrentLinkedQueue<>();

  /** How many threads take tasks. Read after a task was added; written before the last check. */
  private final AtomicInteger taking = new AtomicInteger();

  /** Whether a thread is on its way to hand over. Cleared before it does. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /**
   * Makes one without tasks.
   *
   * @param library that the scheduler is of
   * @param timer fires the tasks
   * @param threads how many threads the scheduler has for all tasks, so that they may run in
   *     batches; 0 if it may start one for each, or takes only so many
   * @param mayBeFull whether it takes later what it refuses now; otherwise an exception that says
   *     so is reported
   */
  @SuppressWarnings("this-escape") // stored only
  protected Target(Library library, WheelTimer timer, int threads, boolean mayBeFull) {
    this.library = library;
    this.timer = timer;
    this.threads = threads;
    this.backlog = mayBeFull ? new Backlog(this, timer) : null;
  }

  /**
   * Gives a thread of the scheduler what it is to run.
   *
   * @param work a task, or this
   * @return false if it was refused, as a rejection says too; or it is done already
   */
  protected abstract boolean give(Runnable work);

  /**
   * {@return a Worker of the scheduler}
   *
   * @param by whose drains run on it
   */
  protected abstract TargetWorker newWorker(WorkerTaskOwner by);

  /** {@return whether to hand over takes a microsecond or two now, and calls no user code} */
  protected boolean callsNoUserCode() {
    return false;
  }

  /** {@return whether the scheduler was disposed of, if that can be known} */
  public boolean isDisposed() {
    return false;
  }

  /**
   * Hands over for a thread that can do without. Throws what a scheduler throws that may be full.
   *
   * @param work a task without delay, or a drain
   * @return false if it was refused, or is done already
   */
  protected final boolean submit(Runnable work) {
    try {
      return handOn(work);
    } catch (Throwable thrown) {
      if (mayBeFull()) {
        throw thrown;
      }
      refused(work, thrown);
      return false;
    }
  }

  private void refused(Runnable work, Throwable thrown) {
    report(thrown);
    if (work instanceof WorkerTaskOwner worker) {
      worker.dispose();
    }
  }

  /** Tells handlers, which are user code and may block: not on the driver. */
  private void report(Throwable thrown) {
    TaskOwner.offDriver(timer, () -> library.failed(thrown, false));
  }

  private boolean handOn(Runnable work) {
    return work instanceof WorkerTaskOwner worker ? handOn(worker) : give(work);
  }

  private boolean handOn(WorkerTaskOwner worker) {
    WorkerDrain drain = worker.drain();
    return drain == null || workerOf(worker).hand(drain); // none: it was disposed of meanwhile
  }

  /**
   * {@return the Worker that the drains of one of ours run on, made when something is first due}
   */
  private TargetWorker workerOf(WorkerTaskOwner drains) {
    TargetWorker own = drains.worker;
    if (own == null) {
      own = newWorker(drains);
      drains.worker = own;
      if (!drains.mayRun()) {
        own.giveBack(); // the thread that disposed of ours may have seen no Worker
      }
    }
    return own;
  }

  /** {@return whether the threads that run the drains of a Worker were taken away} */
  final boolean isCutOff(WorkerTaskOwner worker) {
    TargetWorker own = worker.worker;
    return isDisposed() || (own != null && own.isDisposed());
  }

  /** Called once after a Worker was disposed of, when it doesn't run. */
  final void release(WorkerTaskOwner worker) {
    TargetWorker own = worker.worker;
    try {
      if (own != null) {
        own.giveBack();
      }
    } finally {
      forget(worker);
    }
  }

  /** Hands over a task that is due. */
  @Override
  public void execute(Runnable due) {
    if (threads == 0) {
      runStep(() -> hand((Task) due));
    } else {
      add((Task) due);
    }
  }

  /**
   * Hands over a task, now or later, or withdraws it.
   *
   * @param due has fired
   */
  protected final void hand(Task due) {
    if (!handDue(due)) {
      due.withdraw(); // unless it has begun
    }
  }

  /** {@return whether what is due was handed over, or will be; false means it was refused} */
  final boolean handDue(Endable due) {
    return ((backlog == null || !backlog.isInUse()) && offer(due)) || keeps(due);
  }

  private boolean keeps(Endable refused) {
    if (backlog != null) {
      backlog.add(refused);
    }
    return backlog != null;
  }

  /**
   * Offers what is due, or this. If the scheduler fails, that is reported, and it runs on a fresh
   * virtual thread: it was accepted long ago.
   *
   * @param due a task, a drain, or this
   * @return false if it was refused, or is done already
   */
  protected boolean offer(Runnable due) {
    try {
      return handOn(due);
    } catch (RejectedExecutionException thrown) {
      if (!mayBeFull()) {
        refused(due, thrown);
      }
      return false;
    } catch (Throwable failure) {
      Relay.perTask().execute(due);
      report(failure);
      return true;
    }
  }

  /**
   * Called when a task has ended.
   *
   * @param task of the scheduler itself
   */
  protected void ended(Task task) {
    forget(task);
  }

  /** Takes a task or a Worker that has ended out of those that wait to be offered again. */
  private void forget(Endable ended) {
    if (backlog != null) {
      backlog.remove(ended);
    }
  }

  /** Ends what waits to be offered again, now and later. Idempotent; any thread. */
  protected void close() {
    if (backlog != null) {
      backlog.close();
    }
  }

  /** {@return whether it takes later what it refuses now} */
  final boolean mayBeFull() {
    return backlog != null;
  }

  /** Adds a task that is due. Leaves the driver to hand over. */
  final void add(Task task) {
    due.add(task);
    if (taking.get() < threads && !asked.get() && asked.compareAndSet(false, true)) {
      boolean handed = false;
      try {
        runStep(this::handOver);
        handed = true;
      } finally {
        if (!handed) {
          asked.set(false); // no memory: the wheel tries again with this task
        }
      }
    }
  }

  /** Runs a step here; off the driver if it may call user code. */
  private void runStep(Runnable step) {
    if (TimerAccess.engineOf(timer).isDriver() && callsNoUserCode()) {
      TimerAccess.dispatcherOf(timer).dispatchStep(step);
    } else {
      TaskOwner.offDriver(timer, step);
    }
  }

  private void handOver() {
    asked.set(false);
    if (!offer(this)) {
      for (Task task; (task = due.poll()) != null; ) {
        if (!keeps(task)) {
          task.withdraw();
        }
      }
    }
  }

  /** Runs tasks until there are none; after a number of them it is handed over again. */
  @Override
  public final void run() {
    boolean interrupted = Thread.currentThread().isInterrupted();
    int left = MOST;
    try {
      do {
        left = take(left);
      } while (left > 0 && !due.isEmpty());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (!due.isEmpty()) {
        handOver();
      }
    }
  }

  private int take(int most) {
    boolean mayShare = taking.incrementAndGet() < threads && most == MOST;
    int left = most;
    try {
      for (Task task; left > 0 && (task = due.poll()) != null; left--) {
        if (mayShare && !due.isEmpty()) {
          handOver();
          mayShare = false;
        }
        task.run();
        Thread.interrupted(); // the task's own affair
      }
    } finally {
      taking.decrementAndGet();
    }
    return left;
  }
}
