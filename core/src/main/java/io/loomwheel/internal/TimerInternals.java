package io.loomwheel.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.function.Consumer;

/**
 * The superclass of a timer: what {@link TimerAccess} gives to Loomwheel's other modules. It has
 * nothing static and nothing public, because a subclass would inherit that.
 */
public abstract class TimerInternals {
  protected abstract Engine engine();

  protected abstract Dispatcher dispatcher();

  protected abstract void end(Consumer<? super WheelNode> left);

  /** Counts a failure of a node's task, and hands it to the timer's failure handler or the log. */
  protected abstract void failed(WheelNode node, Throwable cause);
}
