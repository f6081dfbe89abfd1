package io.loomwheel.examples.demo;

import io.loomwheel.charts.Axis;
import io.loomwheel.charts.Curve;
import io.loomwheel.charts.Curves;
import io.loomwheel.charts.Point;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Draws how late timeouts came, by percentile. Stateless. */
final class LateCurves {
  private static final double NANOS_PER_MILLI = 1e6;

  /** What is less late than this is drawn as being this late. */
  private static final double LEAST_MILLIS = 0.01;

  private static final int MOST_NINES = 5;
  private static final int POINTS_PER_HALVING = 5;

  private LateCurves() {}

  /** {@return a curve for each score; one that had no timeout lies at the bottom} */
  static Curves of(String id, List<Score> scores) {
    List<Curve> curves = scores.stream().map(LateCurves::curve).toList();
    double least = Double.MAX_VALUE;
    double most = LEAST_MILLIS;
    double percent = 99;
    for (Curve curve : curves) {
      for (Point point : curve.points()) {
        least = Math.min(least, point.y());
        most = Math.max(most, point.y());
        percent = Math.max(percent, point.x());
      }
    }
    int nines = (int) Math.ceil(2 - Math.log10(100 - percent));
    return new Curves(
        id,
        "How late the timeouts came",
        "That share of them no later than the curve. Less is better.",
        Axis.percentiles("percentile of timeouts", Math.min(nines, MOST_NINES)),
        Axis.decades("ms late", least, most),
        curves);
  }

  private static Curve curve(Score score) {
    Histogram late = score.tally().lateNanos();
    List<Point> points = new ArrayList<>();
    for (HistogramIterationValue step : late.percentiles(POINTS_PER_HALVING)) {
      double percent = step.getPercentileLevelIteratedTo();
      if (percent < 100) {
        points.add(new Point(percent, millisLate(late.getValueAtPercentile(percent))));
      }
    }
    if (points.isEmpty()) {
      points.add(new Point(0, millisLate(0)));
    }
    return new Curve(score.contestant().title(), Picture.kind(score.contestant()), points);
  }

  private static double millisLate(long nanos) {
    return Math.max(LEAST_MILLIS, nanos / NANOS_PER_MILLI);
  }
}
