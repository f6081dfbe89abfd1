package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.bench.measure.Spread;
import io.loomwheel.charts.Axis;
import io.loomwheel.charts.Chart;
import io.loomwheel.charts.Curve;
import io.loomwheel.charts.Curves;
import io.loomwheel.charts.Kind;
import io.loomwheel.charts.Point;
import io.loomwheel.charts.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Draws cost against the number of pending timers, for a result whose contestants are all named
 * after it: "1,000 pending", or "Netty 1 ms, 1,000 pending". Stateless.
 */
final class GrowthFigure {
  private static final Pattern NAME = Pattern.compile("(?:(.+), )?([\\d,]+) pending");
  private static final String OURS = "Loomwheel";

  private GrowthFigure() {}

  /** {@return the chart; none for a result of another kind} */
  static Optional<Chart> of(Result result) {
    Map<String, List<Point>> points = new LinkedHashMap<>();
    for (Score score : result.scores()) {
      Matcher name = NAME.matcher(score.name());
      if (!name.matches()) {
        return Optional.empty();
      }
      String who = name.group(1) == null ? OURS : name.group(1);
      double pending = Double.parseDouble(name.group(2).replace(",", ""));
      for (Metric metric : List.of(Metric.CPU, Metric.WALL)) {
        Spread spread = metric.of().apply(score).orElseThrow();
        points
            .computeIfAbsent(who + ", " + metric.name(), it -> new ArrayList<>())
            .add(new Point(pending, new Range(spread.min(), spread.median(), spread.max())));
      }
    }
    List<Point> all = points.values().stream().flatMap(List::stream).toList();
    double[] pending = all.stream().mapToDouble(Point::x).distinct().sorted().toArray();
    if (pending.length < 2 || pending[0] == 0) {
      return Optional.empty();
    }
    double greatest = all.stream().mapToDouble(it -> it.y().high()).max().orElseThrow();
    return Optional.of(
        new Curves(
            Slug.of(result.question(), result.setting(), "curve"),
            result.question() + ": " + result.setting(),
            "Cost with more and more timeouts pending. Whiskers: all rounds kept.",
            Axis.decades("timeouts pending", pending[0], pending[pending.length - 1]),
            Axis.fromZero("ns per " + result.op(), greatest),
            points.entrySet().stream().map(it -> curve(it.getKey(), it.getValue())).toList()));
  }

  private static Curve curve(String name, List<Point> points) {
    return new Curve(
        name,
        name.startsWith(OURS) ? Kind.OURS : Kind.PEER,
        true,
        points.stream().sorted(Comparator.comparingDouble(Point::x)).toList());
  }
}
