package io.loomwheel.internal.drive;

/**
 * Counts the steps of one thread and lets others act at two of them, whole calls at a time, on the
 * same thread. {@link StepLoader} puts the steps into the code.
 */
public final class Steps {
  /** Null unless an order of steps is being tried; by one thread. */
  private static Steps current;

  private final int firstAt;
  private final Runnable first;
  private final int secondAt;
  private final Runnable second;
  private int taken;

  private Steps(int firstAt, Runnable first, int secondAt, Runnable second) {
    this.firstAt = firstAt;
    this.first = first;
    this.secondAt = secondAt;
    this.second = second;
  }

  /**
   * Runs a call, and two others in the midst of it.
   *
   * @param secondAt not before the first
   * @return how many steps the call has taken
   */
  static int count(Runnable call, int firstAt, Runnable first, int secondAt, Runnable second) {
    Steps steps = new Steps(firstAt, first, secondAt, second);
    current = steps;
    try {
      call.run();
      steps.take(); // after the last one too
    } finally {
      current = null;
    }
    return steps.taken;
  }

  /** Runs a check, in whose midst nobody acts. */
  static void unseen(Runnable check) {
    Steps steps = current;
    current = null;
    check.run();
    current = steps;
  }

  /** Called by the code under test, before each access to what threads share. */
  public static void step() {
    Steps steps = current;
    if (steps != null) {
      steps.take();
    }
  }

  private void take() {
    int at = taken++;
    if (at == firstAt || at == secondAt) {
      current = null;
      if (at == firstAt) {
        first.run();
      }
      if (at == secondAt) {
        second.run();
      }
      current = this;
    }
  }
}
