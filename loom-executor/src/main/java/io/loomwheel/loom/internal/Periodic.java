package io.loomwheel.loom.internal;

/**
 * What a task runs again and again, never twice at once.
 *
 * @param action run each time
 * @param nanos the period; zero or less means again at once after each run
 * @param fromEnd whether the period begins at the end of a run; otherwise runs are due at the first
 *     deadline plus 0, 1, 2 … periods
 */
public record Periodic(Runnable action, long nanos, boolean fromEnd) implements Runnable {
  /**
   * At a fixed rate.
   *
   * @param action run each time
   * @param nanos the period; zero or less means again at once after each run
   */
  public Periodic(Runnable action, long nanos) {
    this(action, nanos, false);
  }

  @Override
  public void run() {
    action.run();
  }
}
