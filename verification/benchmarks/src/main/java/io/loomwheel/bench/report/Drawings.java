package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.About;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Metric;
import io.loomwheel.bench.measure.Metrics;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.charts.Chart;
import io.loomwheel.charts.Figure;
import java.util.ArrayList;
import java.util.List;

/** Draws all that a result has to show, each with what has to be said under it. Stateless. */
final class Drawings {
  private Drawings() {}

  static List<Drawn> of(About about, Result result) {
    List<Drawn> drawn = new ArrayList<>();
    GrowthFigure.of(result).ifPresent(it -> drawn.add(drawn(about, result, it, List.of())));
    for (Metric metric : Metrics.of(result)) {
      BarFigures.of(result, metric)
          .ifPresent(it -> drawn.add(drawn(about, result, it, Losses.of(result, metric))));
    }
    LatenessFigure.of(result)
        .ifPresent(it -> drawn.add(drawn(about, result, it, Losses.late(result))));
    return drawn;
  }

  private static Drawn drawn(About about, Result result, Chart chart, List<String> losses) {
    Figure figure = new Figure(chart, List.of(Losses.sentence(result, losses), about.line()));
    boolean compared = has(result, Role.PEER) && has(result, Role.SUBJECT);
    return new Drawn(figure, compared, losses);
  }

  private static boolean has(Result result, Role role) {
    return result.scores().stream().anyMatch(score -> score.role() == role);
  }
}
