package io.loomwheel.bench.report;

import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Percentiles;
import io.loomwheel.bench.measure.Result;
import io.loomwheel.bench.measure.Run;
import io.loomwheel.bench.measure.Score;
import io.loomwheel.charts.Axis;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Draws how late timeouts were, over percentiles. Stateless. */
public final class LatenessFigure {
  private static final int NINES = 5;

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
        Optional<Chart> chart = of(result);
        if (chart.isPresent()) {
          Figure figure = new Figure(chart.get(), List.of(run.about().line()));
          Files.writeString(directory.resolve(chart.get().id() + ".svg"), renderer.svg(figure));
        }
      }
    }
  }

  private static Optional<Chart> of(Result result) {
    List<Score> scores =
        result.scores().stream().filter(it -> !it.late().points().isEmpty()).toList();
    if (scores.isEmpty()) {
      return Optional.empty();
    }
    double[] millis =
        scores.stream()
            .flatMap(score -> score.late().points().stream())
            .mapToDouble(point -> Math.max(LEAST_MILLIS, point.millis()))
            .sorted()
            .toArray();
    return Optional.of(
        new Curves(
            Slug.of(result.question(), result.setting(), "lateness"),
            result.question() + ": " + result.setting(),
            "How late they ran: that share of them no later than the curve. Less is better.",
            Axis.percentiles("percentile of timeouts", NINES),
            Axis.decades("ms late", millis[0], millis[millis.length - 1]),
            scores.stream().map(LatenessFigure::curve).toList()));
  }

  private static Curve curve(Score score) {
    return new Curve(
        score.name(),
        kind(score.role()),
        score.late().points().stream().map(LatenessFigure::point).toList());
  }

  private static Kind kind(Role role) {
    return switch (role) {
      case FLOOR -> Kind.FLOOR;
      case SUBJECT -> Kind.OURS;
      case PEER -> Kind.PEER;
    };
  }

  private static Point point(Percentiles.Point point) {
    return new Point(point.percentile(), Math.max(LEAST_MILLIS, point.millis()));
  }

  /** Makes names for files. Stateless. */
  static final class Slug {
    /**
     * {@return the words in small letters, joined by hyphens; large numbers without their commas}
     */
    static String of(String... texts) {
      return String.join(" ", texts)
          .toLowerCase(Locale.ROOT)
          .replaceAll("(?<=\\d),(?=\\d)", "")
          .replace("(s)", "")
          .replaceAll("[^a-z0-9]+", "-")
          .replaceAll("^-|-$", "");
    }
  }
}
