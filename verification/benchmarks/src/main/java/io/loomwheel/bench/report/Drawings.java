package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.About;
import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Metrics;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.charts.Chart;
import io.loomwheel.charts.Figure;
import java.util.ArrayList;
import java.util.List;

/** Draws all that a result has to show, with the machine under it. Stateless. */
final class Drawings {
  private Drawings() {}

  static List<Figure> of(About about, Result result) {
    List<Chart> charts = new ArrayList<>();
    for (Metric metric : Metrics.of(result)) {
      BarFigures.of(result, metric).ifPresent(charts::add);
    }
    LatenessFigure.of(result).ifPresent(charts::add);
    return charts.stream().map(chart -> new Figure(chart, List.of(about.line()))).toList();
  }
}
