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
  /** Called by the timer. */
  protected TimerInternals() {}

  /** {@return the shards and their driver} */
  protected abstract Engine engine();

  /** {@return the dispatcher, which runs the tasks} */
  protected abstract Dispatcher dispatcher();

  /**
   * Stops the timer, as its own {@code stop} does.
   *
   * @param left gets each node that was cancelled, once; must not call other code
   */
  protected abstract void end(Consumer<? super WheelNode> left);

  /**
   * Counts a failure, and hands it to the timer's failure handler or the log.
   *
   * @param node whose task failed
   * @param cause what it threw
   */
  protected abstract void failed(WheelNode node, Throwable cause);
}
