package io.loomwheel.bench.measure;

import java.util.Arrays;

/**
 * The middle of some values and how far they lie apart. Immutable.
 *
 * @param min the least
 */
public record Spread(double min, double median, double max) {
  /** {@return the spread of the values, at least one, in any order} */
  static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    double median = (sorted[last / 2] + sorted[sorted.length / 2]) / 2;
    return new Spread(sorted[0], median, sorted[last]);
  }
}
