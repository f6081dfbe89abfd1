package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.bench.measure.Spread;
import io.loomwheel.bench.measure.Table;
import io.loomwheel.charts.Bar;
import io.loomwheel.charts.Bars;
import io.loomwheel.charts.Chart;
import io.loomwheel.charts.Kind;
import io.loomwheel.charts.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws ratios as bars, one chart for each thing that was measured. Stateless. */
final class BarFigures {
  private BarFigures() {}

  /** {@return the chart; none where nothing above zero was measured} */
  static Optional<Chart> of(Result result, Metric metric) {
    return Base.of(result, metric).map(base -> bars(result, metric, base));
  }

  private static Chart bars(Result result, Metric metric, Base base) {
    List<Bar> bars = new ArrayList<>();
    for (Score score : result.scores()) {
      metric
          .of()
          .apply(score)
          .ifPresent(spread -> bars.add(bar(result, metric, base, score, spread)));
    }
    return new Bars(
        Slug.of(result.question(), result.setting(), metric.name()),
        result.question() + ": " + result.setting(),
        subtitle(result, metric, base),
        1,
        bars);
  }

  private static String subtitle(Result result, Metric metric, Base base) {
    String what = metric.unit().isEmpty() ? metric.name() : metric.name() + " per " + result.op();
    return what + ", × " + base.label() + " (dashed). Less is better; whiskers: all rounds kept.";
  }

  private static Bar bar(Result result, Metric metric, Base base, Score score, Spread spread) {
    String unit = metric.unit().isEmpty() ? "" : " " + metric.unit();
    String aside =
        base.role() == Role.PEER
            ? result
                .toBest(score, Role.FLOOR, metric)
                .map(it -> Table.number(it) + " × floor")
                .orElse("")
            : "";
    return new Bar(
        score.name(),
        kind(score.role()),
        new Range(
            spread.min() / base.value(),
            spread.median() / base.value(),
            spread.max() / base.value()),
        Table.number(spread.median() / base.value()) + " ×",
        Table.number(spread.median()) + unit + " (" + Table.range(spread) + ")",
        aside);
  }

  /** {@return how a role is coloured} */
  static Kind kind(Role role) {
    return switch (role) {
      case FLOOR -> Kind.FLOOR;
      case SUBJECT -> Kind.OURS;
      case PEER -> Kind.PEER;
    };
  }
}
