package io.loomwheel.loom.internal;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A task of an executor service. Its action is a command, or the future that the caller holds.
 *
 * <p>Made as one that has fired already, so that it may be withdrawn before it is armed.
 */
public final class ExecutorTask extends Task {
  private static final ExecutorTask[] NOWHERE = {};

  /** Which of its owner's rosters it is in. Written before it is put there. */
  int stripe;

  /**
   * Where it lies in the roster. Written under the roster's monitor; read without it by whoever
   * removes the task, to whom a stale pair does no harm, because the cell is only cleared if it
   * holds this very task.
   */
  private @Nullable ExecutorTask[] cells = NOWHERE;

  private int index;

  /**
   * When the next run is due, or the last one was. Written before the task is known to anybody,
   * then by the thread that has run it, before the next run can begin; read by anyone.
   */
  private volatile long dueNanos;

  /**
   * Makes a task that is to be submitted next.
   *
   * @param owner where it belongs
   * @param action a command or a future; a {@link Periodic} runs again
   */
  public ExecutorTask(ExecutorTaskOwner owner, Runnable action) {
    super(owner, action);
    primeFired(0);
  }

  void place(@Nullable ExecutorTask[] cells, int index) {
    this.cells = cells;
    this.index = index;
  }

  @Nullable ExecutorTask[] cells() {
    return cells;
  }

  int index() {
    return index;
  }

  /** {@return when the next run is due, in nanoseconds since the origin of the timer} */
  public long dueNanos() {
    return dueNanos;
  }

  void dueAt(long nanos) {
    dueNanos = nanos;
  }

  @Override
  long lastDueNanos() {
    return dueNanos;
  }

  @Override
  protected boolean isWanted() {
    return !(action() instanceof Future<?> future) || !future.isDone();
  }

  /** Cancels a future that will not be completed any more, so that its readers learn of it. */
  @Override
  protected void notAgain(Runnable last) {
    Runnable action = last instanceof Periodic periodic ? periodic.action() : last;
    if (action instanceof Future<?> future) {
      future.cancel(false); // not if it is done
    }
  }

  /** The timer was stopped, so that what waits will never run. */
  @Override
  public void onStopped() {
    revoke();
  }
}
