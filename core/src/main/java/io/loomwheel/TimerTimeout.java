package io.loomwheel;

import io.loomwheel.internal.dispatch.Droppable;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one object of a timeout: handle, wheel entry and {@code Runnable}. */
final class TimerTimeout extends WheelNode implements Timeout, Droppable {
  private final WheelTimer timer;

  /** Set to null, as its last change, by the thread that cancels; read by any thread. */
  private @Nullable TimerTask task;

  TimerTimeout(WheelTimer timer, TimerTask task) {
    this.timer = timer;
    this.task = task;
  }

  @Override
  public Timer timer() {
    return timer;
  }

  @Override
  public @Nullable TimerTask task() {
    return task;
  }

  @Override
  public boolean isExpired() {
    return isFired();
  }

  @Override
  public boolean cancel() {
    return timer.engine().cancel(this);
  }

  @Override
  public boolean reschedule(long delay, TimeUnit unit) {
    return timer.engine().reschedule(this, Objects.requireNonNull(unit, "unit").toNanos(delay));
  }

  @Override
  public void run() {
    if (!claimRun()) {
      return; // an executor that throws after it has taken a task must not make it run twice
    }
    try {
      Objects.requireNonNull(task, "task").run(this);
    } catch (Throwable t) {
      timer.failed(this, t);
    }
  }

  @Override
  public int prefetch() {
    return super.prefetch() + (task instanceof RunnableTask ? 1 : 0);
  }

  @Override
  public Object kind() {
    TimerTask counted = task;
    return counted instanceof RunnableTask adapted
        ? adapted.runnable()
        : counted == null ? this : counted;
  }

  @Override
  public void onCancelled() {
    TimerTask told = task;
    task = null;
    tell(told);
  }

  @Override
  public void onStopped() {
    tell(task);
  }

  @Override
  public boolean mayBeDropped() {
    TimerTask dropped = task;
    return dropped != null && !dropped.mustRun();
  }

  @Override
  public void onDropped() {
    if (retire()) {
      onCancelled();
    }
  }

  private void tell(@Nullable TimerTask told) {
    if (told != null) {
      try {
        told.cancelled(this);
      } catch (Throwable t) {
        timer.failed(this, t);
      }
    }
  }

  @Override
  public String toString() {
    String state = isArmed() ? "armed" : isCancelled() ? "cancelled" : "expired";
    return "Timeout[" + state + ", task: " + task + "]";
  }
}
