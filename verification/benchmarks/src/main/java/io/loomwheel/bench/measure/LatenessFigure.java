package io.loomwheel.bench.measure;

import io.loomwheel.charts.Curve;
import io.loomwheel.charts.Curves;
import io.loomwheel.charts.Figure;
import io.loomwheel.charts.Renderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Draws how late timeouts were, over percentiles. Stateless. */
public final class LatenessFigure {
  /**
   * Writes a file named after the contest, with the machine under the curves, if lateness was
   * measured.
   */
  public static void svg(Result result, String machine, Path directory) throws IOException {
    List<Curve> curves =
        result.scores().stream()
            .filter(score -> score.late().getTotalCount() > 0)
            .map(it -> Curve.of(it.entrant().name(), it.entrant().role(), it.late()))
            .toList();
    if (!curves.isEmpty()) {
      Contest contest = result.contest();
      Curves chart =
          new Curves(
              name(contest.question() + " " + contest.setting() + " lateness"),
              contest.question() + ": " + contest.setting(),
              curves);
      Files.createDirectories(directory);
      Files.writeString(
          directory.resolve(chart.id() + ".svg"), new Renderer().svg(new Figure(chart, machine)));
    }
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
