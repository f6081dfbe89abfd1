package io.loomwheel.internal;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Engine;

/**
 * The way from a timer to what it is made of, for Loomwheel's other modules, whose tasks are nodes
 * of their own. Code outside has no public method of a timer that leads there.
 */
public abstract class TimerAccess {
  /** For the timer. */
  protected TimerAccess() {}

  /** {@return the shards and their driver} */
  protected abstract Engine engine();

  /** {@return what runs the tasks} */
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
