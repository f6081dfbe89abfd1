package io.loomwheel.loom.task;

/**
 * What a task runs at a fixed rate: at its first deadline plus 0, 1, 2 … periods.
 *
 * @param action run each time, never twice at once
 * @param nanos the period; zero or less means again at once after each run
 */
public record Periodic(Runnable action, long nanos) implements Runnable {
  @Override
  public void run() {
    action.run();
  }
}
