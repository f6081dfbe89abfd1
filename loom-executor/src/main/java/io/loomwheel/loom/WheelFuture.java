package io.loomwheel.loom;

import io.loomwheel.loom.internal.ExecutorTask;
import io.loomwheel.loom.internal.ExecutorTaskOwner;
import io.loomwheel.loom.internal.Periodic;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The future of a delayed or periodic task. Thread-safe. */
final class WheelFuture<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
  private final ExecutorTaskOwner owner;
  private final ExecutorTask task;
  private final boolean periodic;

  /** Makes the future of a task that runs once. */
  WheelFuture(ExecutorTaskOwner owner, Callable<V> callable) {
    super(callable);
    this.owner = owner;
    this.task = new ExecutorTask(owner, this);
    this.periodic = false;
  }

  /** Makes the future of a periodic task. */
  WheelFuture(ExecutorTaskOwner owner, Runnable action, long periodNanos, boolean fromEnd) {
    super(action, null);
    this.owner = owner;
    this.task = new ExecutorTask(owner, new Periodic(this, periodNanos, fromEnd));
    this.periodic = true;
  }

  ExecutorTask task() {
    return task;
  }

  @Override
  public boolean isPeriodic() {
    return periodic;
  }

  @Override
  public void run() {
    if (periodic) {
      runAndReset();
    } else {
      super.run();
    }
  }

  /** Removes a cancelled task that is not running from the wheel. */
  @Override
  protected void done() {
    task.withdraw();
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return Objects.requireNonNull(unit, "unit")
        .convert(task.dueNanos() - owner.now(), TimeUnit.NANOSECONDS);
  }

  @Override
  public int compareTo(Delayed other) {
    Objects.requireNonNull(other, "other");
    if (other instanceof WheelFuture<?> future && future.owner == owner) {
      return Long.compare(task.dueNanos(), future.task.dueNanos());
    }
    return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
  }
}
