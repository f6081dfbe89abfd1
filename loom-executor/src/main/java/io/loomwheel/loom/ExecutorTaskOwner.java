package io.loomwheel.loom;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.dispatch.RejectedTask.Droppable;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.loom.LoomExecutorService.RunCounts;
import io.loomwheel.schedulers.internal.Task;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The owner of an executor service's tasks. It knows all tasks that have not ended, and detects
 * when the last one has.
 *
 * <p>A new task is added to a registry, then armed or handed to the executor; so the thread that
 * ends it, whichever that is, can remove it. A submission that is refused, or throws, after the
 * first step withdraws the task. If another thread has the task, such as one that closed the owner,
 * it counts as accepted. If no stack is left to withdraw it, {@link #close} drops it. Each
 * submission returns false if the owner is closed or the timer stopped, and throws a rejection if
 * the timer's limit is reached; then the task will not run.
 *
 * <p>Thread-safe. The registries are striped by the submitting thread, so that threads seldom
 * contend. Submitting only waits for a registry's monitor, held for a few stores.
 */
final class ExecutorTaskOwner extends TaskOwner {
  private static final int STRIPES =
      Integer.highestOneBit(4 * Runtime.getRuntime().availableProcessors());

  /** The delay of a task that goes to the executor without being counted as a timeout. */
  private static final long UNDELAYED = -1;

  /** Of a task whose submission has thrown, and which no stack was left to withdraw. */
  static final long REFUSED = Long.MIN_VALUE;

  final RunCounts counts = new RunCounts();
  private final TaskRegistry[] stripes = new TaskRegistry[STRIPES];

  /** Whether the last task has ended. The one thread whose compare-and-set sets it terminates. */
  private final AtomicBoolean terminating = new AtomicBoolean();

  /** Set before the registries are read, and read in their monitors: from then on they shrink. */
  volatile boolean closed;

  /** DRAINING once periodic tasks end; an accepted task runs unless it is withdrawn. */
  private volatile OwnerState state = OwnerState.OPEN;

  /** Makes an owner without tasks; {@link #tryTerminate} stops its timer if it owns it. */
  ExecutorTaskOwner(WheelTimer timer, boolean ownsTimer, @Nullable Executor executor) {
    super(new Settings(ExecutorTaskOwner::tellEnd, timer, ownsTimer, executor, true));
    Arrays.setAll(stripes, i -> new TaskRegistry());
  }

  /** Runs a new task without delay. {@return whether it was accepted} */
  boolean submit(ExecutorTask task) {
    return !engine().isStopped() && accept(task, UNDELAYED);
  }

  @Override
  public boolean arm(Task task, long delayNanos) {
    ExecutorTask mine = (ExecutorTask) task;
    long delay = Math.max(delayNanos, 0);
    mine.dueNanos = // of a period as the node has it: with slack, it comes later
        delay > 0 && task.isPeriodic()
            ? engine().time.deadlineAfter(delay)
            : after(engine().time.now(), delay);
    return accept(mine, delay);
  }

  private boolean accept(ExecutorTask task, long delayNanos) {
    if (!stripes[task.stripe].add(task)) {
      return false;
    }
    boolean waits = delayNanos != UNDELAYED;
    try {
      boolean taken = waits ? armNew(task, delayNanos) : engine().resubmit(task);
      if (!taken && task.withdraw()) {
        return false;
      }
    } catch (Throwable refused) {
      try {
        if (!task.withdraw()) {
          return true;
        }
      } catch (Throwable noStack) {
        task.dueNanos = REFUSED; // no call: no stack may be left for the next
      }
      throw refused;
    }
    if (waits && task.isDisposed()) {
      engine().discard(task); // another thread withdrew it before it was armed
    }
    return true;
  }

  /**
   * A command that is a future with a delay itself arms its own next runs, as Spring's of a trigger
   * does. Those pass the limit, as the next run of a period does: a refused one would be the last.
   */
  private boolean armNew(ExecutorTask task, long delayNanos) {
    if (delayNanos > 0 && task.kind() instanceof ScheduledFuture<?>) {
      return engine().rearm(task, task.dueNanos);
    }
    return engine().arm(task, delayNanos);
  }

  /**
   * Runs a new task without delay once its deadline is armed. So a stop of the timer notifies the
   * deadline of each task that it accepts. {@return whether it was accepted}
   */
  boolean submit(ExecutorTask task, WheelNode deadline, long delayNanos) {
    if (closed || !engine().arm(deadline, delayNanos)) {
      return false;
    }
    boolean accepted = false;
    try {
      accepted = submit(task);
    } finally {
      if (!accepted) {
        engine().discard(deadline);
      }
    }
    if (task.isDisposed()) {
      ended(task); // again: the deadline may have ended it before it was added
    }
    return accepted;
  }

  /** Hands an overdue task to the executor without the wheel, behind the tasks that wait there. */
  @Override
  protected boolean rearm(Task task, long deadlineNanos, boolean atOnce) {
    boolean overdue = deadlineNanos <= engine().time.now(); // may throw, and is tried again then
    ((ExecutorTask) task).dueNanos = deadlineNanos;
    return super.rearm(task, deadlineNanos, atOnce || (overdue && !engine().isStopped()));
  }

  /**
   * Counts the run before the task has ended, so that all are counted when the owner terminates.
   * Clears the interrupt by which a future was cancelled: a {@link java.util.concurrent.FutureTask}
   * waits for it before its run returns, and leaves it to the executor, which may run the next task
   * on this thread. The future sends it itself, because others may run it too.
   */
  @Override
  protected void perform(Runnable action) {
    boolean found = Thread.currentThread().isInterrupted();
    RunCounts.count(counts.begun);
    try {
      action.run();
    } finally {
      RunCounts.count(counts.ended);
      Runnable ran = action instanceof Periodic periodic ? periodic.action() : action;
      if (ran instanceof Future<?> future && future.isCancelled()) {
        Task.giveBack(found);
      }
    }
  }

  @Override
  protected void ended(Task task) {
    ExecutorTask mine = (ExecutorTask) task;
    stripes[mine.stripe].remove(mine);
    if (closed) {
      tryTerminate();
    }
  }

  /** Rejects new tasks, and ends periodic ones if asked to. {@return the tasks left} */
  List<ExecutorTask> close(boolean endsPeriods) {
    if (endsPeriods) {
      state = OwnerState.DRAINING;
    }
    closed = true;
    List<ExecutorTask> remaining = new ArrayList<>();
    for (TaskRegistry stripe : stripes) {
      for (ExecutorTask task : stripe.all()) {
        if (task.dueNanos == REFUSED || task.isWithdrawn()) {
          task.withdraw(); // does what an Error has kept from another thread
        }
        if (!task.isWithdrawn()) {
          remaining.add(task);
        }
      }
    }
    return remaining;
  }

  /**
   * Terminates if no task is left. To be called after each {@link #close}. The thread that stops
   * the timer says so once that has told everyone.
   */
  void tryTerminate() {
    if (size() != 0 || terminating.get()) {
      return;
    }
    Callbacks.requireStack(60); // the thread that sets it must tell
    if (terminating.compareAndSet(false, true)) {
      try {
        stopOwnTimer();
      } finally {
        counts.terminated.countDown();
      }
    }
  }

  @Override
  public OwnerState state() {
    return state;
  }

  /** {@return the number of accepted tasks that have not ended} Never too low. */
  long size() {
    long remaining = 0;
    for (TaskRegistry stripe : stripes) {
      remaining += stripe.size();
    }
    return remaining;
  }

  private static boolean tellEnd(Throwable cause, boolean periodic) {
    Callbacks.tellThread(cause);
    return false;
  }

  /** A task of an executor service: a command, or the future that the caller holds. */
  static final class ExecutorTask extends Task implements Droppable {
    /** The index of the owner's registry that holds this task, by the thread that makes it. */
    private final int stripe;

    /** The task that was added before; guarded by the registry's monitor. */
    private @Nullable ExecutorTask older;

    /** The task that was added next; guarded likewise. */
    private @Nullable ExecutorTask newer;

    /** When the next run is due, or the last one was. */
    volatile long dueNanos;

    ExecutorTask(ExecutorTaskOwner owner, Runnable action) {
      super(owner, action);
      long hash = Thread.currentThread().threadId() * 0x9E3779B9L;
      stripe = (int) (hash >>> 16) & (STRIPES - 1);
    }

    @Override
    public @Nullable Object kind() {
      Object action = super.kind();
      return action instanceof WheelExecutorService.WheelFuture<?> future ? future.kind() : action;
    }

    @Override
    protected long lastDueNanos(long firedFor) {
      return dueNanos;
    }

    @Override
    protected boolean isWanted() {
      return !(action() instanceof Future<?> future) || !future.isDone();
    }

    /** Cancels a future that will not complete any more, so that waiting threads wake up. */
    @Override
    protected void notAgain(Runnable last) {
      cancelFuture(last instanceof Periodic periodic ? periodic.action() : last);
    }

    static void cancelFuture(Runnable action) {
      if (action instanceof Future<?> future) {
        future.cancel(false); // does nothing if it is done
      }
    }

    /** {@return false for a period, which goes on, and for a step that can't tell its future} */
    @Override
    public boolean mayBeDropped() {
      return !isPeriodic() && !(action() instanceof AsynchronousCompletionTask);
    }

    @Override
    public boolean hasRun() {
      return isArmed() || isDisposed();
    }

    @Override
    public void onDropped() {
      revoke();
    }
  }

  /** Tasks that have not ended, the newest first. Thread-safe by its monitor. */
  final class TaskRegistry {
    /** The task that was added last. */
    private @Nullable ExecutorTask newest;

    /** How many tasks there are. */
    private long size;

    /** {@return false if the owner is closed, and the task is not in it} */
    synchronized boolean add(ExecutorTask task) {
      if (closed) {
        return false;
      }
      ExecutorTask before = newest;
      task.older = before;
      if (before != null) {
        before.newer = task;
      }
      newest = task;
      size++;
      return true;
    }

    synchronized boolean remove(ExecutorTask task) {
      ExecutorTask older = task.older;
      ExecutorTask newer = task.newer;
      if (newer != null) {
        newer.older = older;
      } else if (newest == task) {
        newest = older;
      } else {
        return false;
      }
      if (older != null) {
        older.newer = newer;
      }
      task.older = null;
      task.newer = null;
      size--;
      return true;
    }

    /** {@return all tasks, in order of addition} */
    synchronized List<ExecutorTask> all() {
      List<ExecutorTask> all = new ArrayList<>();
      for (ExecutorTask task = newest; task != null; task = task.older) {
        all.add(task);
      }
      return all.reversed();
    }

    synchronized long size() {
      return size;
    }
  }
}
