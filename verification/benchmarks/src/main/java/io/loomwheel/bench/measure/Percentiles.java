package io.loomwheel.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * How late timeouts were, as a curve: each point leaves the same share of what the one before left.
 * Immutable.
 */
public record Percentiles(List<Point> points) {
  /** Points until a tenth is left, and again until a hundredth is. */
  private static final int POINTS_A_NINE = 4;

  /** Up to 99.999 %. */
  private static final int NINES = 5;

  private static final double THOUSANDTHS = 1e3;

  /**
   * A point of the curve.
   *
   * @param millis that they were late at the most
   */
  public record Point(double percentile, double millis) {}

  public Percentiles {
    points = List.copyOf(points);
  }

  /** {@return no curve, where lateness isn't measured} */
  public static Percentiles none() {
    return new Percentiles(List.of());
  }

  /** {@return the curve of a function from percentiles to milliseconds} */
  public static Percentiles of(DoubleUnaryOperator millis) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i <= NINES * POINTS_A_NINE; i++) {
      double percentile = 100 - Math.pow(10, 2 - (double) i / POINTS_A_NINE);
      points.add(new Point(percentile, rounded(millis.applyAsDouble(percentile))));
    }
    return new Percentiles(points);
  }

  /** {@return the curve through the middle of those, at each point for itself} */
  static Percentiles middle(List<Percentiles> curves) {
    List<Percentiles> measured = curves.stream().filter(it -> !it.points.isEmpty()).toList();
    if (measured.isEmpty()) {
      return none();
    }
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < measured.getFirst().points.size(); i++) {
      int at = i;
      double[] millis = measured.stream().mapToDouble(it -> it.points.get(at).millis).toArray();
      double percentile = measured.getFirst().points.get(i).percentile;
      points.add(new Point(percentile, rounded(Spread.of(millis).median())));
    }
    return new Percentiles(points);
  }

  /** To the microsecond, which is far below what was measured, and keeps files small. */
  private static double rounded(double millis) {
    return Math.rint(millis * THOUSANDTHS) / THOUSANDTHS;
  }
}
