package io.loomwheel;

/**
 * Adapts a {@code Runnable} to a timer task.
 *
 * @param runnable what to run
 */
record RunnableTask(Runnable runnable) implements TimerTask {
  @Override
  public void run(Timeout timeout) {
    runnable.run();
  }
}
