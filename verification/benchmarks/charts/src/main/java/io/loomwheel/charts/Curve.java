package io.loomwheel.charts;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A line through points. Immutable.
 *
 * @param points from left to right, at least one
 */
public record Curve(String name, Role role, List<Point> points) {
  /** Immutable. */
  public record Point(double x, double y) {}

  private static final double NANOS_PER_MILLI = 1e6;

  /** What is less late than this is drawn as being this late. */
  private static final double LEAST_MILLIS = 0.01;

  /** Where the widest axis ends. */
  private static final double MOST_PERCENT = 99.999;

  private static final int POINTS_PER_HALVING = 5;

  /** {@return how many ms late, by percentile; one without any value lies at the bottom} */
  public static Curve of(String name, Role role, Histogram lateNanos) {
    List<Point> points = new ArrayList<>();
    for (HistogramIterationValue step : lateNanos.percentiles(POINTS_PER_HALVING)) {
      double percent = step.getPercentileLevelIteratedTo();
      if (percent < MOST_PERCENT) {
        double millis = lateNanos.getValueAtPercentile(percent) / NANOS_PER_MILLI;
        points.add(new Point(percent, Math.max(LEAST_MILLIS, millis)));
      }
    }
    if (points.isEmpty()) {
      points.add(new Point(0, LEAST_MILLIS));
    }
    return new Curve(name, role, points);
  }
}
