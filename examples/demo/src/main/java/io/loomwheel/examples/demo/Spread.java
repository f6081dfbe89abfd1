package io.loomwheel.examples.demo;

import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The rounds of one number. Immutable.
 *
 * @param low the least
 */
record Spread(double low, double median, double high) {
  /** {@return the spread of these, of which there is at least one} */
  static Spread of(DoubleStream rounds) {
    double[] sorted = rounds.sorted().toArray();
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }

  /** {@return every number times a factor above zero} */
  Spread times(double factor) {
    return new Spread(low * factor, median * factor, high * factor);
  }

  /** {@return whether all of this is below all of the other} */
  boolean isBelow(Spread other) {
    return high < other.low;
  }

  /** {@return the least and the greatest, as whole numbers, of which one may be below zero} */
  String ends() {
    return String.format(Locale.ROOT, "%,.0f to %,.0f", low, high);
  }

  /** {@return the median, and in brackets the least and the greatest, as whole numbers} */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,.0f (%s)", median, ends());
  }
}
