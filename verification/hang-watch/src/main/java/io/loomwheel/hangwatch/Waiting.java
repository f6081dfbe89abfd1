package io.loomwheel.hangwatch;

/**
 * What the loops of tests call while they wait. It throws once the thread is interrupted, which is
 * how JUnit ends a test that has taken too long: a loop that only spins would go on. Stateless.
 */
public final class Waiting {
  /** Lets other threads run. */
  public static void spin() {
    throwIfInterrupted();
    Thread.yield();
  }

  /** Collects the garbage. */
  public static void collect() {
    throwIfInterrupted();
    System.gc();
  }

  private static void throwIfInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted, and still waiting");
    }
  }
}
