package io.loomwheel.examples.demo;

import java.util.List;

/**
 * How much later than their deadlines timeouts were signalled. All zero if there was none.
 *
 * @param p50Nanos half were no later than this
 * @param p99Nanos 99 of 100 were no later than this
 * @param maxNanos none was later than this
 * @param curve the same for more percentiles, upwards; none if there was no timeout
 */
record Lateness(long p50Nanos, long p99Nanos, long maxNanos, List<Percentile> curve) {
  /**
   * A point of the curve.
   *
   * @param percent of the timeouts
   * @param nanos they were no later than this
   */
  record Percentile(double percent, long nanos) {}
}
