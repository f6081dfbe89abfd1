package io.loomwheel.loom;

import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.loom.internal.DriverNode;
import io.loomwheel.loom.internal.ExecutorTask;
import io.loomwheel.loom.internal.ExecutorTaskOwner;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The future of a task with a timeout. The outcome of {@link FutureTask} decides whether the task
 * was done or timed out. Thread-safe.
 */
final class TimedFuture<V> extends FutureTask<V> {
  private final ExecutorTaskOwner owner;
  private final ExecutorTask task;
  private final Duration timeout;
  private final WheelNode expiry = new Expiry(this);

  TimedFuture(ExecutorTaskOwner owner, Callable<V> callable, Duration timeout) {
    super(callable);
    this.owner = owner;
    this.timeout = timeout;
    this.task = new ExecutorTask(owner, this);
  }

  ExecutorTask task() {
    return task;
  }

  WheelNode expiry() {
    return expiry;
  }

  /** Called after the deadline was armed. Disarms it if the task was done before that. */
  void submitted() {
    if (isDone()) {
      owner.disarm(expiry);
    }
  }

  @Override
  protected void done() {
    owner.disarm(expiry);
    task.withdraw();
  }

  void expire() {
    expire(new TimeoutException("not done within " + timeout));
  }

  private void expire(TimeoutException late) {
    setException(late);
    if (state() == State.FAILED && exceptionNow() == late) {
      owner.interrupt(task);
    }
  }

  /** Cancels and interrupts the task, because a stopped timer can't measure its timeout. */
  private void timerStopped() {
    if (cancel(false)) {
      owner.interrupt(task);
    }
  }

  /**
   * Fires at the deadline, on the driver, because a timeout must not wait behind the tasks that it
   * is to end. Completing the future runs no user code. The interrupt may run user code, so another
   * thread does it.
   */
  private static final class Expiry extends DriverNode {
    private final TimedFuture<?> future;

    /** Made once, so that a second attempt after an OutOfMemoryError uses the same exception. */
    private @Nullable TimeoutException late;

    Expiry(TimedFuture<?> future) {
      this.future = future;
      primeFired(0); // so that it can be discarded before it is armed
    }

    @Override
    public void run() {
      if (late == null) {
        late = new TimeoutException("not done within " + future.timeout);
      }
      future.expire(late);
    }

    @Override
    public void onStopped() {
      future.timerStopped();
    }
  }
}
