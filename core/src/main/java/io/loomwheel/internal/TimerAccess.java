package io.loomwheel.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;

/**
 * Gives Loomwheel's other modules the engine, the dispatcher and the failure handler of a timer;
 * their tasks are nodes of their own. A timer has no public method that returns any of them.
 */
public abstract class TimerAccess {
  /** Called by the timer. */
  protected TimerAccess() {}

  /** {@return the shards and their driver} */
  protected abstract Engine engine();

  /** {@return the dispatcher, which runs the tasks} */
  protected abstract Dispatcher dispatcher();

  /**
   * Counts a failure, and hands it to the timer's failure handler or the log.
   *
   * @param node whose task failed
   * @param cause what it threw
   */
  protected abstract void failed(WheelNode node, Throwable cause);

  /**
   * Finds the engine of a timer.
   *
   * @param timer any
   * @return its shards and their driver
   */
  public static Engine engineOf(TimerAccess timer) {
    return timer.engine();
  }

  /**
   * Finds the dispatcher of a timer.
   *
   * @param timer any
   * @return what runs its tasks
   */
  public static Dispatcher dispatcherOf(TimerAccess timer) {
    return timer.dispatcher();
  }

  /**
   * Reports what the task of a node threw, as the timer reports what its own tasks throw.
   *
   * @param timer that the node was armed on
   * @param node whose task it was
   * @param cause what it threw
   */
  public static void reportFailure(TimerAccess timer, WheelNode node, Throwable cause) {
    timer.failed(node, cause);
  }
}
