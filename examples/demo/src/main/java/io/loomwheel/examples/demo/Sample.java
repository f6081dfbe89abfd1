package io.loomwheel.examples.demo;

/**
 * What one turn of a contestant came to. Immutable.
 *
 * @param cpuNanos of the process, while it was measured
 * @param wallNanos how long it was measured
 * @param heapBytes live with all streams open
 */
record Sample(long cpuNanos, long wallNanos, long elements, long heapBytes, Tally tally) {
  double cpuNanosAnElement() {
    return (double) cpuNanos / Math.max(1, elements);
  }

  double elementsPerSecond() {
    return elements * 1e9 / wallNanos;
  }
}
