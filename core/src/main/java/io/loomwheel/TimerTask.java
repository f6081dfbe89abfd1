package io.loomwheel;

/** What a {@link Timer} runs. */
@FunctionalInterface
public interface TimerTask {
  /**
   * Called once the delay has passed, on a thread of the timer's executor.
   *
   * @param timeout the handle that arming this task returned
   * @throws Exception goes to the timer's failure handler, as any other throwable does
   */
  void run(Timeout timeout) throws Exception;

  /**
   * Told once if the timeout is cancelled, by anyone, the stop of the timer included; on the thread
   * that cancels. What it throws goes to the timer's failure handler.
   *
   * @param timeout the handle that arming this task returned
   */
  default void cancelled(Timeout timeout) {}
}
