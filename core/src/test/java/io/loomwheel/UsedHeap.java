package io.loomwheel;

/** How much of the heap is in use. Stateless. */
final class UsedHeap {
  /** The Serial collector leaves gaps, which count as used, but at every fourth collection. */
  private static final int READINGS = 4;

  private UsedHeap() {}

  /** {@return the least of a few readings, because what else runs in this JVM allocates too} */
  static long bytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < READINGS; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
