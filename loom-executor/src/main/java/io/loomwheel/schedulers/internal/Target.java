package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.schedulers.internal.TaskOwner.Endable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Another scheduler, that runs tasks after they waited on the wheel. What is due is handed over by
 * a thread of the timer's executor if the scheduler may call user code meanwhile, such as hooks,
 * which must not run on the driver. If it has a few threads for all tasks, they take what is due
 * from a {@link DueQueue}: one for all tasks, and one of each thread for Workers.
 *
 * <p>Thread-safe. What is refused ends, or waits in the {@link Backlog} if the scheduler may be
 * full.
 */
public abstract class Target implements Executor {
  private final Library library;
  private final WheelTimer timer;

  /** How many threads take tasks in batches; 0 means that each task is given by itself. */
  protected final int threads;

  private final @Nullable Backlog backlog;

  /** Due tasks, those of Workers aside; null unless the scheduler has a few threads. */
  final @Nullable DueQueue queue;

  /** Whose tasks it runs. Set by that, before there are any. */
  @Nullable SchedulerTaskOwner owner;

  /**
   * Makes one without tasks. There are 0 threads if the scheduler may start one for each task, or
   * takes only so many. {@code mayBeFull} says that it takes later what it refuses now; otherwise
   * an exception that says so is reported.
   */
  @SuppressWarnings("this-escape") // stored only
  protected Target(Library library, WheelTimer timer, int threads, boolean mayBeFull) {
    this.library = library;
    this.timer = timer;
    this.threads = threads;
    this.backlog = mayBeFull ? new Backlog(this, timer) : null;
    this.queue = threads == 0 ? null : new DueQueue(this, threads, this::give);
  }

  /**
   * Gives a thread of the scheduler a task, or the queue of due ones. {@return false if it was
   * refused, as a rejection says too; or it is done already}
   */
  protected abstract boolean give(Runnable work);

  /** {@return a Worker of the scheduler, on which the drains of one of ours run} */
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
   * Hands over a task without delay, or a drain, for a thread that can do without. Throws what a
   * scheduler throws that may be full. {@return false if it was refused, or is done already}
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
    if (work instanceof WorkerTaskOwner worker) {
      WorkerDrain drain = worker.drain();
      return drain == null || workerOf(worker).hand(drain); // none: it was disposed of meanwhile
    }
    return work instanceof DueQueue queue ? queue.give.test(queue) : give(work);
  }

  /** {@return whether the drain was handed over, or will be; false means it was refused} */
  final boolean handDue(WorkerDrain drain) {
    WorkerTaskOwner worker = drain.worker;
    DueQueue ofThread = threads == 0 ? null : workerOf(worker).dueQueue();
    if (ofThread == null) {
      return handDue((Endable) worker);
    }
    ofThread.add(drain);
    return true;
  }

  /** {@return the Worker for the drains of one of ours, made when something is first due} */
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

  /** Called after a Worker was disposed of, when it doesn't run. */
  final void release(WorkerTaskOwner worker) {
    TargetWorker own = worker.worker;
    worker.worker = null;
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
    if (queue == null) {
      TaskOwner.offDriver(timer, () -> hand((Task) due));
    } else {
      queue.add(due);
    }
  }

  /** Hands over a task that has fired, now or later, or withdraws it. */
  protected final void hand(Task due) {
    if (!handDue(due)) {
      due.withdraw(); // unless it has begun
    }
  }

  /** The same for a Worker, or a task. */
  private boolean handDue(Endable due) {
    return ((backlog == null || !backlog.inUse) && offer(due)) || keeps(due);
  }

  /** {@return whether it is offered again later} */
  final boolean keeps(Endable refused) {
    if (backlog != null) {
      backlog.add(refused);
    }
    return backlog != null;
  }

  /**
   * Offers a due task, Worker or queue, unless its owner is closed. If the scheduler fails, that is
   * reported, and it runs on a fresh virtual thread: it was accepted long ago. {@return false if it
   * was refused, or is done already}
   */
  protected boolean offer(Runnable due) {
    try {
      return (owner == null || owner.state().lets(false)) && handOn(due);
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

  /** Called when a task of the scheduler itself has ended. */
  protected void ended(Task task) {
    if (queue != null && task.isWithdrawn()) {
      queue.ended();
    }
    forget(task);
  }

  /** Takes a task or a Worker that has ended out of those that wait to be offered again. */
  private void forget(Endable ended) {
    if (backlog != null) {
      backlog.remove(ended);
    }
  }

  /**
   * Ends what is due and has no thread, now and later. Called once the owner is closed, before the
   * scheduler may be shut down: some report what they refuse then. Idempotent; any thread.
   */
  protected void close() {
    try {
      if (backlog != null) {
        backlog.close();
      }
    } finally {
      if (queue != null) {
        queue.refused();
      }
    }
  }

  /** {@return whether it takes later what it refuses now} */
  final boolean mayBeFull() {
    return backlog != null;
  }

  /** Runs a step here; called by the driver, once it has handed on all that fires with this. */
  final void runStep(Dispatcher.Step step) {
    if (TimerAccess.engineOf(timer).isDriver()) {
      TimerAccess.dispatcherOf(timer).dispatchStep(step);
    } else {
      step.run();
    }
  }
}
