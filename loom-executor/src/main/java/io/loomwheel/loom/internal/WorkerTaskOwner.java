package io.loomwheel.loom.internal;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Lane;
import io.loomwheel.loom.SerialExecutor;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The owner of one Worker's tasks. They run one after the other, in the order of their deadlines;
 * ties run in the order of submission. Each task happens-before the next.
 *
 * <p>All tasks wait in one shard and run on one strand; this gives the order. A task without delay
 * is due when it is submitted. It goes to the strand at once, unless delayed tasks are due by then
 * and still wait for their tick. Thread-safe. Making an owner costs a few objects and no thread.
 */
public class WorkerTaskOwner extends TaskOwner {
  private final TaskOwner scheduler;
  private final Lane lane;
  private final @Nullable Executor strand;
  private final TaskList tasks = new TaskList();

  /**
   * Makes a Worker of a scheduler.
   *
   * @param scheduler handles failures
   */
  public WorkerTaskOwner(TaskOwner scheduler) {
    this(scheduler, new SerialExecutor(runner(scheduler)));
  }

  /**
   * Makes a Worker of a scheduler.
   *
   * @param scheduler handles failures
   * @param strand runs tasks in the order of submission, never two at once; null for the timer's
   *     executor, if it does the same
   */
  public WorkerTaskOwner(TaskOwner scheduler, @Nullable Executor strand) {
    super(scheduler.timer());
    this.scheduler = scheduler;
    this.lane = TimerAccess.engineOf(scheduler.timer()).lane();
    this.strand = strand;
  }

  private static Executor runner(TaskOwner scheduler) {
    Executor own = scheduler.executor();
    return own == null ? TimerAccess.dispatcherOf(scheduler.timer())::dispatch : own;
  }

  /** {@return whether the Worker was disposed of} */
  public boolean isDisposed() {
    return tasks.isClosed() || scheduler.refuses();
  }

  /** {@return the number of submitted, unfinished tasks} */
  public final int size() {
    return tasks.size();
  }

  /**
   * Disposes of every task and rejects new ones. Idempotent; any thread, its tasks' threads
   * included.
   */
  public void dispose() {
    TaskList.disposeOf(tasks.close());
  }

  /**
   * Runs a new task after a delay.
   *
   * @param task a {@link TrackedTask} that no other thread has seen yet
   * @param delayNanos zero or less means after the tasks that are due already
   * @return false if the Worker was disposed of or the timer stopped, and the task will not run
   */
  @Override
  public boolean arm(Task task, long delayNanos) {
    if (isDisposed() || !scheduler.admit()) {
      return false;
    }
    TrackedTask tracked = (TrackedTask) task;
    boolean armed = false;
    try {
      armed = delayNanos > 0 ? lane.arm(tracked, delayNanos) : armUndelayed(tracked);
    } finally {
      if (!armed) {
        tasks.unqueue(tracked);
        scheduler.ended();
      }
    }
    if (!armed) {
      return false;
    }
    if (!tasks.add(tracked, delayNanos > 0 ? task.deadlineNanos() : Long.MAX_VALUE)) {
      task.dispose(); // the Worker was disposed of meanwhile, perhaps by the task
    } else if (task.isDisposed()) {
      finished(task); // it ended before it was in the list
    }
    return scheduler.keeps(task);
  }

  /**
   * Puts a task on the strand. If delayed tasks are due by now and have not reached the strand, the
   * task waits for the same tick as the last of those. Costs one field read if nothing is delayed,
   * otherwise one clock read.
   */
  private boolean armUndelayed(TrackedTask task) {
    long earliest = tasks.earliest();
    if (strand != null && earliest != Long.MAX_VALUE) {
      long now = engine().now();
      long behind = earliest > now ? TaskList.NOTHING : tasks.queueBehind(task, now);
      if (behind != TaskList.NOTHING) {
        return lane.armDue(task, behind);
      }
    }
    return engine().arm(task, 0);
  }

  @Override
  int began(Task task) {
    return scheduler.began(task);
  }

  @Override
  void left(Task task, int place) {
    scheduler.left(task, place);
  }

  @Override
  void ended() {
    scheduler.ended();
  }

  @Override
  TaskOwner scheduler() {
    return scheduler;
  }

  @Override
  boolean rearm(Task task, long deadlineNanos) {
    tasks.waitsUntil(deadlineNanos);
    return lane.rearm(task, deadlineNanos);
  }

  @Override
  protected @Nullable Executor executor() {
    return strand;
  }

  @Override
  protected void finished(Task task) {
    tasks.remove((TrackedTask) task);
  }

  @Override
  protected boolean isClosed() {
    return tasks.isClosed() || scheduler.isClosed();
  }

  @Override
  protected boolean refuses() {
    return isDisposed();
  }

  @Override
  protected boolean interruptsOnDispose() {
    return scheduler.interruptsOnDispose();
  }

  @Override
  protected boolean failed(Throwable cause, boolean periodic) {
    return scheduler.failed(cause, periodic);
  }
}
