package io.loomwheel.bench.measure;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How late timeouts were, as a curve: each point leaves the same share of what the one before left.
 * Immutable.
 *
 * @param millis that they were late at the most, at each point; none where it isn't measured
 */
public record Percentiles(List<Double> millis) {
  /** Points until a tenth is left, and again until a hundredth is. */
  private static final int POINTS_A_NINE = 4;

  /** Up to 99.999 %. */
  private static final int POINTS = 5 * POINTS_A_NINE + 1;

  private static final double THOUSANDTHS = 1e3;

  public Percentiles {
    millis = List.copyOf(millis);
  }

  /** {@return the percentile of a point} */
  public static double percentile(int point) {
    return 100 - Math.pow(10, 2 - (double) point / POINTS_A_NINE);
  }

  /** {@return the curve of a function from percentiles to milliseconds} */
  public static Percentiles of(DoubleUnaryOperator millis) {
    return ofPoints(point -> millis.applyAsDouble(percentile(point)));
  }

  /**
   * {@return the curve through the middle of those that were measured, at each point for itself}
   */
  static Percentiles middle(List<Percentiles> curves) {
    List<Percentiles> measured = curves.stream().filter(it -> !it.millis.isEmpty()).toList();
    return measured.isEmpty()
        ? new Percentiles(List.of())
        : ofPoints(
            point ->
                Spread.of(measured.stream().mapToDouble(it -> it.millis.get(point)).toArray())
                    .median());
  }

  /** To the microsecond, which is far below what was measured, and keeps files small. */
  private static Percentiles ofPoints(IntToDoubleFunction millis) {
    return new Percentiles(
        IntStream.range(0, POINTS)
            .mapToObj(it -> Math.rint(millis.applyAsDouble(it) * THOUSANDTHS) / THOUSANDTHS)
            .toList());
  }
}
