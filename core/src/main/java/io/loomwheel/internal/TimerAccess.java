package io.loomwheel.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;

/**
 * Gives Loomwheel's other modules the engine, the dispatcher and the failure handler of a timer;
 * their tasks are nodes of their own. A timer has no public method that returns any of them.
 * Stateless.
 */
public final class TimerAccess {
  private TimerAccess() {}

  /**
   * Finds the engine of a timer.
   *
   * @param timer any
   * @return its shards and their driver
   */
  public static Engine engineOf(TimerInternals timer) {
    return timer.engine();
  }

  /**
   * Finds the dispatcher of a timer.
   *
   * @param timer any
   * @return what runs its tasks
   */
  public static Dispatcher dispatcherOf(TimerInternals timer) {
    return timer.dispatcher();
  }

  /**
   * Reports what the task of a node threw, as the timer reports what its own tasks throw.
   *
   * @param timer that the node was armed on
   * @param node whose task it was
   * @param cause what it threw
   */
  public static void reportFailure(TimerInternals timer, WheelNode node, Throwable cause) {
    timer.failed(node, cause);
  }
}
