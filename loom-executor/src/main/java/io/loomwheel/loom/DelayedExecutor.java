package io.loomwheel.loom;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.Dispatcher;
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
    Executor submitter = base == null ? null : node -> base.execute(((DelayedTask) node).command());
    this.submitter = submitter == null || delayNanos > 0 ? submitter : elsewhere(timer, submitter);
  }

  /**
   * {@return what hands tasks on in order, on the timer's executor} The base executor may run a
   * task inside the call, and a task without delay must not run inside that of whoever submits it.
   */
  private static Executor elsewhere(WheelTimer timer, Executor submitter) {
    Dispatcher dispatcher = TimerAccess.dispatcherOf(timer);
    SerialExecutor strand = new SerialExecutor(dispatcher::dispatch);
    return node -> strand.execute(() -> dispatcher.dispatch(node, submitter));
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
