package io.loomwheel;

/** A task that a {@link Timer} runs. */
@FunctionalInterface
public interface TimerTask {
  /**
   * Called after the delay, on a thread of the timer's executor.
   *
   * @param timeout the handle that arming this task returned
   * @throws Exception goes to the timer's failure handler, as any other throwable does
   */
  void run(Timeout timeout) throws Exception;

  /**
   * Called once, on the cancelling thread, when the timeout is cancelled or the timer is stopped.
   * What it throws goes to the timer's failure handler.
   *
   * @param timeout the handle that arming this task returned
   */
  default void cancelled(Timeout timeout) {}
}
