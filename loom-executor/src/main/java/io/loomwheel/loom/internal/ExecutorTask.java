package io.loomwheel.loom.internal;

import io.loomwheel.internal.dispatch.Droppable;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A task of an executor service. Its action is a command, or the future that the caller holds. */
public final class ExecutorTask extends Task implements Droppable {
  private static final ExecutorTask[] NOWHERE = {};

  /** The index of the owner's roster that holds this task. Written before the task is added. */
  int stripe;

  /**
   * The task's cell in the roster. Written under the roster's monitor. Read without it by the
   * thread that removes the task, a benign race: a cell is only cleared if it holds this task.
   */
  @Nullable ExecutorTask[] cells = NOWHERE;

  int index;

  /**
   * When the next run is due, or when the last one was. Written before another thread can see the
   * task, then by the thread that has run it, before the next run can begin. Read by any thread.
   */
  volatile long dueNanos;

  /**
   * Makes a task that is not submitted yet.
   *
   * @param owner the owner of the task
   * @param action a command or a future; a {@link Periodic} runs again
   */
  public ExecutorTask(ExecutorTaskOwner owner, Runnable action) {
    super(owner, action);
  }

  /** {@return when the next run is due, in nanoseconds since the origin of the timer} */
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  long lastDueNanos() {
    return dueNanos;
  }

  @Override
  protected boolean isWanted() {
    return !(action() instanceof Future<?> future) || !future.isDone();
  }

  /** Cancels a future that will not complete any more, so that waiting threads wake up. */
  @Override
  protected void notAgain(Runnable last) {
    Runnable action = last instanceof Periodic periodic ? periodic.action() : last;
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

  /** Revokes the task, which can't run after the stop of the timer. */
  @Override
  public void onStopped() {
    revoke();
  }
}
