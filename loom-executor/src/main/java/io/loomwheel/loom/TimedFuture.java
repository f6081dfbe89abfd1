package io.loomwheel.loom;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.loom.internal.ExecutorTask;
import io.loomwheel.loom.internal.ExecutorTaskOwner;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What a caller holds of a task that has to be done by a deadline. Whether it was done or timed out
 * is decided where {@link FutureTask} decides on its outcome. Thread-safe.
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

  /** To be called once the deadline is armed: it may have been done before it was. */
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

  /** The time can't be measured any more, and without a limit nobody wants the task to go on. */
  private void timerStopped() {
    if (cancel(false)) {
      owner.interrupt(task);
    }
  }

  /**
   * Fires at the deadline, on the driver: a timeout may not wait behind the tasks that it is to
   * end. Completing the future runs nobody's code but ours; the interrupt, which may, is left to
   * another thread.
   */
  private static final class Expiry extends WheelNode {
    private static final Executor HERE = Expiry::run;

    private final TimedFuture<?> future;

    /** Made once, so that a second try, after one that failed for want of memory, is the same. */
    private @Nullable TimeoutException late;

    Expiry(TimedFuture<?> future) {
      this.future = future;
      primeFired(0); // so that it may be discarded before it is armed
    }

    private static void run(Runnable expiry) {
      try {
        expiry.run();
      } catch (Throwable noMemory) {
        Relay.perTask().execute(expiry);
      }
    }

    @Override
    public Executor executor() {
      return HERE;
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
