package io.loomwheel.loom;

import io.loomwheel.Timeout;
import io.loomwheel.Timer;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.dispatch.Droppable;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.Objects;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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
    Executor submitter = base == null ? null : node -> base.execute(((DelayedTask) node).command);
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
    if (!TimerAccess.engineOf(timer).arm(task, delayNanos)) {
      throw new RejectedExecutionException("stopped, so nothing can be delayed: " + timer);
    }
  }

  /**
   * A task in the wheel until its delay has passed. A stop of the timer returns it, as it returns
   * other timeouts. Thread-safe.
   */
  private static final class DelayedTask extends WheelNode implements Timeout, Droppable {
    private final WheelTimer timer;
    private final @Nullable Executor submitter;
    private final Runnable command;

    DelayedTask(WheelTimer timer, @Nullable Executor submitter, Runnable command) {
      this.timer = timer;
      this.submitter = submitter;
      this.command = command;
    }

    @Override
    public Object kind() {
      return command;
    }

    /** {@return what hands the command on; the driver calls it with this node} */
    @Override
    public @Nullable Executor executor() {
      return submitter;
    }

    /** Runs the command on the timer's executor, or where the base executor has refused it. */
    @Override
    public void run() {
      if (claimRun()) {
        try {
          command.run();
        } catch (Throwable t) {
          Failures.tell(Failures.UNCAUGHT, command, t);
        }
      }
    }

    /** {@return false for a step of a {@code CompletableFuture}, which nobody could tell} */
    @Override
    public boolean mayBeDropped() {
      return !(command instanceof AsynchronousCompletionTask);
    }

    @Override
    public void onDropped() {
      if (retire() && command instanceof Future<?> future) {
        future.cancel(false);
      }
    }

    @Override
    public Timer timer() {
      return timer;
    }

    @Override
    public TimerTask task() {
      return timeout -> command.run();
    }

    @Override
    public boolean isExpired() {
      return isFired();
    }

    @Override
    public boolean cancel() {
      return TimerAccess.engineOf(timer).cancel(this);
    }

    @Override
    public boolean reschedule(long delay, TimeUnit unit) {
      long nanos = Objects.requireNonNull(unit, "unit").toNanos(delay);
      return TimerAccess.engineOf(timer).reschedule(this, nanos);
    }

    @Override
    public String toString() {
      String state = isArmed() ? "waits" : isCancelled() ? "cancelled" : "handed on";
      return "DelayedTask[" + state + ", " + command + "]";
    }
  }
}
