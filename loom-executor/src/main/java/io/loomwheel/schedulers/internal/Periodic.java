package io.loomwheel.schedulers.internal;

/**
 * The action and the period of a periodic task. Runs never overlap.
 *
 * @param action run each time
 * @param nanos the period; zero or less means again at once after each run
 * @param fromEnd true if the period begins at the end of a run (fixed delay); false if runs are due
 *     at the first deadline plus 0, 1, 2 … periods (fixed rate)
 */
public record Periodic(Runnable action, long nanos, boolean fromEnd) implements Runnable {
  @Override
  public void run() {
    action.run();
  }
}
