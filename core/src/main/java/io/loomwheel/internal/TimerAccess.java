package io.loomwheel.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.function.Consumer;

/**
 * Gives Loomwheel's other modules the engine and the dispatcher of a timer; their tasks are nodes
 * of their own. A timer has no public method that returns either of them. Stateless.
 */
public final class TimerAccess {
  /** How long a stop waits for the driver unless it is told. */
  public static final long STOP_WAIT_NANOS = 5_000_000_000L;

  private TimerAccess() {}

  /** The superclass of a timer. What is static or public here, a timer would inherit. */
  public abstract static class Internals {
    protected abstract Engine engine();

    protected abstract Dispatcher dispatcher();

    protected abstract void end(long waitNanos, Consumer<? super WheelNode> left);

    /** Counts a failure of a node's task, and hands it to the failure handler or the log. */
    protected abstract void failed(WheelNode node, Throwable cause);
  }

  /** {@return the shards of a timer and their driver} */
  public static Engine engineOf(Internals timer) {
    return timer.engine();
  }

  /** {@return what runs the tasks of a timer} */
  public static Dispatcher dispatcherOf(Internals timer) {
    return timer.dispatcher();
  }

  /**
   * Stops a timer, as its own {@code stop} does, which returns timeouts of its own kind alone: each
   * node that was cancelled is passed on once, to what must not call other code.
   */
  public static void stop(Internals timer, Consumer<? super WheelNode> left) {
    timer.end(STOP_WAIT_NANOS, left);
  }
}
