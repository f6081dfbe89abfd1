package io.loomwheel.schedulers.internal;

/**
 * The action and the period of a periodic task. Runs never overlap. A period of zero or less means
 * again at once after each run. It begins at the end of a run if {@code fromEnd} (fixed delay);
 * otherwise runs are due at the first deadline plus 0, 1, 2 … periods (fixed rate).
 */
public record Periodic(Runnable action, long nanos, boolean fromEnd) implements Runnable {
  @Override
  public void run() {
    action.run();
  }
}
