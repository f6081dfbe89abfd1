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
   * Called once when the timeout is cancelled or the timer is stopped, on the thread that does it;
   * also when the handler of rejections has dropped the task, on a virtual thread. What it throws
   * goes to the timer's failure handler.
   *
   * @param timeout the handle that arming this task returned
   */
  default void cancelled(Timeout timeout) {}

  /**
   * {@return whether this runs even if the executor refuses it} It then runs on a virtual thread of
   * its own, past the limit of the executor, and the handler of rejections doesn't get it. Meant
   * for short steps that other work depends on. False by default. Called by the thread that the
   * executor refuses, which may be the driver: it must return at once.
   */
  default boolean mustRun() {
    return false;
  }
}
