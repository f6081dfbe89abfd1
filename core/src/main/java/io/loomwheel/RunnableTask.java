package io.loomwheel;

/**
 * A {@code Runnable} in the shape of a timer task.
 *
 * @param runnable what to run
 */
record RunnableTask(Runnable runnable) implements TimerTask {
  @Override
  public void run(Timeout timeout) {
    runnable.run();
  }
}
