package io.loomwheel.loom.task;

import java.util.concurrent.Future;

/**
 * A task of an executor service. Its action is a command, or the future that the caller holds.
 *
 * <p>Made as one that has fired already, so that it may be withdrawn before it is armed.
 */
public final class ExecutorTask extends TrackedTask {
  /** Which of its client's lists it is in. Written before it is put there. */
  int stripe;

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
