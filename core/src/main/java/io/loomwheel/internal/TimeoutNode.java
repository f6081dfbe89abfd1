package io.loomwheel.internal;

import io.loomwheel.internal.dispatch.RejectedTask.Droppable;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A timeout in one object: handle, wheel entry and {@code Runnable}. What timeouts of each kind of
 * timer have in common. Thread-safe.
 */
public abstract class TimeoutNode extends WheelNode implements Droppable {
  /** {@return the timer in whose wheel this waits} */
  protected abstract TimerAccess.Internals wheelTimer();

  /** Runs the task. Called once; what it throws goes to {@link #failed}. */
  protected abstract void runTask() throws Throwable;

  /** Called with what the task threw: hands it to the failure handler of the timer. */
  protected void failed(Throwable cause) {
    wheelTimer().failed(this, cause);
  }

  @Override
  public final Engine engine() {
    return wheelTimer().engine();
  }

  public final boolean isExpired() {
    return isFired();
  }

  public final boolean cancel() {
    return engine().cancel(this);
  }

  public final boolean reschedule(long delay, TimeUnit unit) {
    return engine().reschedule(this, Objects.requireNonNull(unit, "unit").toNanos(delay));
  }

  /** Runs the task, once even if an executor throws after it has taken the task. */
  @Override
  public final void run() {
    if (claimRun()) {
      try {
        runTask();
      } catch (Throwable t) {
        failed(t);
      }
    }
  }

  @Override
  public void onDropped() {
    if (retire()) {
      onCancelled();
    }
  }
}
