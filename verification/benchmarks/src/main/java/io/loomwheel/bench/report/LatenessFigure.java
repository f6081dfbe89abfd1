package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.Percentiles;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.charts.Chart;
import io.loomwheel.charts.Curve;
import io.loomwheel.charts.Curves;
import io.loomwheel.charts.Figure;
import io.loomwheel.charts.Kind;
import io.loomwheel.charts.Point;
import io.loomwheel.charts.Renderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws how late timeouts were, over percentiles. Stateless. */
public final class LatenessFigure {
  /** What is less late than this is drawn as being this late. */
  private static final double LEAST_MILLIS = 0.01;

  /**
   * Writes a file for each contest in which lateness was measured, named after the contest, with
   * the machine under the curves.
   */
  public static void svg(List<Run> runs, Path directory) throws IOException {
    Renderer renderer = new Renderer();
    Files.createDirectories(directory);
    for (Run run : runs) {
      for (Result result : run.results()) {
        List<Curve> curves =
            result.scores().stream()
                .filter(score -> !score.late().millis().isEmpty())
                .map(LatenessFigure::curve)
                .toList();
        if (!curves.isEmpty()) {
          Chart chart =
              new Curves(
                  name(result.question() + " " + result.setting() + " lateness"),
                  result.question() + ": " + result.setting(),
                  "How late they ran: that share of them no later than the curve. Less is better.",
                  "percentile of timeouts",
                  "ms late",
                  curves);
          Files.writeString(
              directory.resolve(chart.id() + ".svg"),
              renderer.svg(new Figure(chart, List.of(run.about().line()))));
        }
      }
    }
  }

  private static Curve curve(Score score) {
    Kind kind =
        switch (score.role()) {
          case FLOOR -> Kind.FLOOR;
          case SUBJECT -> Kind.OURS;
          case PEER -> Kind.PEER;
        };
    List<Point> points = new ArrayList<>();
    for (double millis : score.late().millis()) {
      points.add(new Point(Percentiles.percentile(points.size()), Math.max(LEAST_MILLIS, millis)));
    }
    return new Curve(score.name(), kind, points);
  }

  /** {@return the words in small letters, joined by hyphens; large numbers without their commas} */
  private static String name(String words) {
    return words
        .toLowerCase(Locale.ROOT)
        .replaceAll("(?<=\\d),(?=\\d)", "")
        .replace("(s)", "")
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-|-$", "");
  }
}
