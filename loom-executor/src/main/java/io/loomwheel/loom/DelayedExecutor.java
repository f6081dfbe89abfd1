package io.loomwheel.loom;

import io.loomwheel.WheelTimer;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Hands each task to another executor after a delay. Thread-safe. */
final class DelayedExecutor implements Executor {
  private final WheelTimer timer;
  private final long delayNanos;

  /** Hands the command of a node to the base executor. Null for the timer's own executor. */
  private final @Nullable Executor submitter;

  DelayedExecutor(WheelTimer timer, long delayNanos, @Nullable Executor base) {
    this.timer = timer;
    this.delayNanos = delayNanos;
    this.submitter = base == null ? null : node -> base.execute(((DelayedTask) node).command());
  }

  @Override
  public void execute(Runnable command) {
    DelayedTask task =
        new DelayedTask(timer, submitter, Objects.requireNonNull(command, "command"));
    if (!task.arm(delayNanos)) {
      throw new RejectedExecutionException("stopped, so nothing can be delayed: " + timer);
    }
  }
}
