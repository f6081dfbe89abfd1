package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.loom.internal.TaskOwner.Endable;
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

  private final WheelTimer timer;
  private final int threads;
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
   * @param timer fires the tasks
   * @param threads how many threads the scheduler has for all tasks, so that they may run in
   *     batches; 0 if it may start one for each, or takes only so many
   * @param mayBeFull whether it takes later what it refuses now
   */
  @SuppressWarnings("this-escape") // stored only
  protected Target(WheelTimer timer, int threads, boolean mayBeFull) {
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

  /**
   * Reports an exception.
   *
   * @param ofAHook that the scheduler has called
   */
  protected abstract void report(Throwable ofAHook);

  /** {@return whether the scheduler was disposed of, if that can be known} */
  public boolean isDisposed() {
    return false;
  }

  /**
   * Hands over for a thread that can do without.
   *
   * @param work a task without delay, or a drain
   * @return false if it was refused, or is done already; or throws what the scheduler throws
   */
  protected boolean submit(Runnable work) {
    return hand(work);
  }

  private boolean hand(Runnable work) {
    return work instanceof WorkerTaskOwner drain ? drain.handTo(this) : give(work);
  }

  /** Hands over a task that is due. */
  @Override
  public void execute(Runnable due) {
    if (threads == 0) {
      offDriver(() -> hand((Task) due));
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
      return hand(due);
    } catch (Throwable thrown) {
      if (isRefusal(due, thrown)) {
        return false;
      }
      Relay.perTask().execute(due);
      report(thrown);
      return true;
    }
  }

  /**
   * {@return whether the scheduler has refused what is due by an exception}
   *
   * @param work a task, a drain, or this
   * @param thrown by it
   */
  protected boolean isRefusal(Runnable work, Throwable thrown) {
    return thrown instanceof RejectedExecutionException;
  }

  /**
   * Called when a task has ended.
   *
   * @param task of the scheduler itself
   */
  protected void ended(Task task) {
    forget(task);
  }

  /** {@return whether a task or a Worker waited to be offered again} It doesn't any more. */
  final boolean forget(Endable ended) {
    return backlog != null && backlog.remove(ended);
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
        offDriver(this::handOver);
        handed = true;
      } finally {
        if (!handed) {
          asked.set(false); // no memory: the wheel tries again with this task
        }
      }
    }
  }

  /** Runs a step, which may call user code, elsewhere if the driver calls. */
  private void offDriver(Runnable step) {
    if (TimerAccess.engineOf(timer).isDriver()) {
      TimerAccess.dispatcherOf(timer).dispatch(step);
    } else {
      step.run();
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
