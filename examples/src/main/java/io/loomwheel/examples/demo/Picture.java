package io.loomwheel.examples.demo;

import io.loomwheel.charts.Axis;
import io.loomwheel.charts.Curve;
import io.loomwheel.charts.Curves;
import io.loomwheel.charts.Figure;
import io.loomwheel.charts.Kind;
import io.loomwheel.charts.Numbers;
import io.loomwheel.charts.Page;
import io.loomwheel.charts.Point;
import io.loomwheel.charts.Range;
import io.loomwheel.charts.Renderer;
import io.loomwheel.charts.Section;
import java.util.List;

/** Draws the reports as a page: how late the timeouts were, and the table. Stateless. */
final class Picture {
  private static final double NANOS_PER_MILLI = 1e6;

  /** What is less late than this is drawn as being this late. */
  private static final double LEAST_MILLIS = 0.01;

  private static final int MOST_NINES = 5;

  private Picture() {}

  /**
   * {@return the page as HTML}
   *
   * @param about what was measured, where and when: paragraphs
   * @param rows of the table, the header first
   * @param notes below the table
   */
  static String of(
      List<Report> reports, List<String> about, List<List<String>> rows, List<String> notes) {
    List<Report> late =
        reports.stream().filter(it -> !it.observed().lateness().curve().isEmpty()).toList();
    List<Figure> figures = late.isEmpty() ? List.of() : List.of(new Figure(curves(late), about));
    Numbers numbers = new Numbers("All pipelines", rows, notes);
    Section section = new Section("Timeouts of HTTP requests", figures, List.of(numbers));
    return new Renderer().html(new Page("The demo", about, List.of(section)));
  }

  private static Curves curves(List<Report> reports) {
    double most = LEAST_MILLIS;
    double least = Double.MAX_VALUE;
    double percent = 99;
    for (Report report : reports) {
      for (Lateness.Percentile point : report.observed().lateness().curve()) {
        most = Math.max(most, millis(point));
        least = Math.min(least, millis(point));
        percent = Math.max(percent, point.percent());
      }
    }
    int nines = (int) Math.ceil(2 - Math.log10(100 - percent));
    return new Curves(
        "lateness",
        "How late timeouts were signalled",
        "That share of them no later than the curve. Less is better.",
        Axis.percentiles("percentile of timeouts", Math.min(nines, MOST_NINES)),
        Axis.decades("ms late", least, most),
        reports.stream().map(Picture::curve).toList());
  }

  private static Curve curve(Report report) {
    Kind kind = report.pipeline().endsWith("wheel") ? Kind.OURS : Kind.PEER;
    List<Point> points =
        report.observed().lateness().curve().stream()
            .map(point -> new Point(point.percent(), Range.of(millis(point))))
            .toList();
    return new Curve(report.pipeline(), kind, false, points);
  }

  private static double millis(Lateness.Percentile point) {
    return Math.max(LEAST_MILLIS, point.nanos() / NANOS_PER_MILLI);
  }
}
