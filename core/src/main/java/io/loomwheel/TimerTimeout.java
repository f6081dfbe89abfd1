package io.loomwheel;

import io.loomwheel.internal.TimeoutNode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one object of a timeout: handle, wheel entry and {@code Runnable}. */
final class TimerTimeout extends TimeoutNode implements Timeout {
  /** The task of {@link WheelTimer#schedule}. */
  record RunnableTask(Runnable runnable) implements TimerTask {
    @Override
    public void run(Timeout timeout) {
      runnable.run();
    }
  }

  private final WheelTimer timer;

  /** Set to null, as its last change, by the thread that cancels; read by any thread. */
  private @Nullable TimerTask task;

  TimerTimeout(WheelTimer timer, TimerTask task) {
    this.timer = timer;
    this.task = task;
  }

  @Override
  protected WheelTimer wheelTimer() {
    return timer;
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
  protected void runTask() throws Exception {
    Objects.requireNonNull(task, "task").run(this);
  }

  @Override
  public int prefetch() {
    return super.prefetch() + (task instanceof RunnableTask ? 1 : 0);
  }

  @Override
  public @Nullable Object kind() {
    TimerTask counted = task;
    return counted instanceof RunnableTask adapted ? adapted.runnable() : counted;
  }

  @Override
  public void onCancelled() {
    TimerTask cancelled = task;
    task = null;
    callCancelled(cancelled);
  }

  @Override
  public void onStopped() {
    callCancelled(task);
  }

  @Override
  public boolean mayBeDropped() {
    TimerTask dropped = task;
    return dropped != null && !dropped.mustRun();
  }

  private void callCancelled(@Nullable TimerTask cancelled) {
    try {
      Objects.requireNonNull(cancelled, "cancelled").cancelled(this);
    } catch (Throwable t) {
      failed(t);
    }
  }

  @Override
  public String toString() {
    String state = isArmed() ? "armed" : isCancelled() ? "cancelled" : "expired";
    return "Timeout[" + state + ", task: " + task + "]";
  }
}
