package io.loomwheel.loom.task;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A task of an executor service. Its action is a command, or the future that the caller holds.
 *
 * <p>Made as one that has fired already, so that it may be withdrawn before it is armed.
 */
public final class ExecutorTask extends Task {
  private static final ExecutorTask[] NOWHERE = {};

  /** Which of its client's rosters it is in. Written before it is put there. */
  int stripe;

  /**
   * Where it lies in the roster. Written under the roster's monitor; read without it by whoever
   * removes the task, to whom a stale pair does no harm, because the cell is only cleared if it
   * holds this very task.
   */
  private @Nullable ExecutorTask[] cells = NOWHERE;

  private int index;

  /** The latest deadline. Written by whoever arms; read by anyone, who may get the one before. */
  private volatile long dueNanos;

  /**
   * Makes a task that is to be submitted next.
   *
   * @param client where it belongs
   * @param action a command or a future; a {@link Periodic} runs again
   */
  public ExecutorTask(ExecutorClient client, Runnable action) {
    super(client, action);
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

  /** {@return the latest deadline, in nanoseconds since the origin of the timer} */
  public long dueNanos() {
    return dueNanos;
  }

  void armed() {
    if (!isCancelled()) {
      dueNanos = deadlineNanos();
    }
  }

  @Override
  protected boolean isWanted() {
    return !(action() instanceof Future<?> future) || !future.isDone();
  }

  /** The timer was stopped, so that what waits will never run; whoever waits for it is told. */
  @Override
  public void onStopped() {
    Runnable action = action();
    if (withdraw() && action instanceof Future<?> future) {
      future.cancel(false);
    }
  }
}
