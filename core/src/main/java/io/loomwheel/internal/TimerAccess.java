package io.loomwheel.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Engine;

/**
 * Gives Loomwheel's other modules the engine and the dispatcher of a timer; their tasks are nodes
 * of their own. A timer has no public method that returns either.
 */
public abstract class TimerAccess {
  /** Called by the timer. */
  protected TimerAccess() {}

  /** {@return the shards and their driver} */
  protected abstract Engine engine();

  /** {@return the dispatcher, which runs the tasks} */
  protected abstract Dispatcher dispatcher();

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
}
