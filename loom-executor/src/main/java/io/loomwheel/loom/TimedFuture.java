package io.loomwheel.loom;

import io.loomwheel.loom.task.ExecutorClient;
import io.loomwheel.loom.task.ExecutorTask;
import io.loomwheel.wheel.WheelNode;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/**
 * What a caller holds of a task that has to be done by a deadline. Whether it was done or timed out
 * is decided where {@link FutureTask} decides on its outcome. Thread-safe.
 */
final class TimedFuture<V> extends FutureTask<V> {
  private final ExecutorClient client;
  private final ExecutorTask task;
  private final Duration timeout;
  private final WheelNode expiry = new Expiry(this);

  TimedFuture(ExecutorClient client, Callable<V> callable, Duration timeout) {
    super(callable);
    this.client = client;
    this.timeout = timeout;
    this.task = new ExecutorTask(client, this);
  }

  ExecutorTask task() {
    return task;
  }

  WheelNode expiry() {
    return expiry;
  }

  @Override
  protected void done() {
    client.disarm(expiry);
    task.withdraw();
  }

  void expire() {
    TimeoutException late = new TimeoutException("not done within " + timeout);
    setException(late);
    if (state() == State.FAILED && exceptionNow() == late) {
      task.endRun();
    }
  }

  /** Fires at the deadline, on a virtual thread. */
  private static final class Expiry extends WheelNode {
    private final TimedFuture<?> future;

    Expiry(TimedFuture<?> future) {
      this.future = future;
    }

    @Override
    public void run() {
      future.expire();
    }
  }
}
