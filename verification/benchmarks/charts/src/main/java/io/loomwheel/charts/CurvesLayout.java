package io.loomwheel.charts;

import io.loomwheel.charts.Curve.Point;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Where the parts of a chart of curves go: sideways in percent of the width of the plot, downwards
 * in pixels. The lines themselves are drawn on a square of {@value #SQUARE} that is stretched over
 * the plot. Immutable.
 */
record CurvesLayout(
    int height, int plotHeight, List<Tick> xTicks, List<Tick> yTicks, List<Line> lines) {
  /** Left of the plot, for the labels of the axis. */
  static final int LEFT = 46;

  /** Right of the plot, for half a label. */
  static final int RIGHT = 22;

  /** Above the plot, for the name of the axis. */
  static final int TOP = 30;

  private static final int PLOT_HEIGHT = 220;
  private static final int LEGEND_TOP = PLOT_HEIGHT + 58;
  private static final int LEGEND_STEP = 20;

  /** Names no longer than this fit beside each other on a phone. */
  private static final int SHORT_NAME = 14;

  private static final int SQUARE = 1000;

  record Tick(String place, String label) {}

  record Line(String name, String css, String points, String legendX, int legendY) {}

  static CurvesLayout of(Curves chart) {
    Scale x = Scale.percentiles(chart);
    Scale y = Scale.decades(chart);
    List<Line> lines = new ArrayList<>();
    Map<Role, Integer> seen = new EnumMap<>(Role.class);
    int columns = chart.curves().stream().allMatch(it -> it.name().length() <= SHORT_NAME) ? 2 : 1;
    for (Curve curve : chart.curves()) {
      int number = seen.merge(curve.role(), 1, Integer::sum) - 1;
      int cell = lines.size();
      lines.add(
          new Line(
              curve.name(),
              curve.role().css() + " " + curve.role().css() + "-" + number,
              curve.points().stream()
                  .map(
                      it ->
                          units(SQUARE, x.place(it.x())) + "," + units(SQUARE, 1 - y.place(it.y())))
                  .collect(Collectors.joining(" ")),
              Bars.percent((double) (cell % columns) / columns),
              LEGEND_TOP + cell / columns * LEGEND_STEP));
    }
    int legendRows = (lines.size() + columns - 1) / columns;
    return new CurvesLayout(
        LEGEND_TOP + legendRows * LEGEND_STEP - LEGEND_STEP / 2,
        PLOT_HEIGHT,
        ticks(x, Bars::percent),
        ticks(y, place -> units(PLOT_HEIGHT, 1 - place)),
        List.copyOf(lines));
  }

  private static List<Tick> ticks(Scale scale, DoubleFunction<String> at) {
    return scale.marks.stream()
        .map(it -> new Tick(at.apply(scale.place(it)), Curves.number(it)))
        .toList();
  }

  /** {@return the lines as they are drawn, the first last, so that it lies on top} */
  public List<Line> drawn() {
    return lines.reversed();
  }

  private static String units(int length, double share) {
    return String.format(Locale.ROOT, "%.1f", length * share);
  }

  /**
   * Turns values into places between 0 and 1. Immutable.
   *
   * @param marks the values that are marked, upwards
   */
  private record Scale(DoubleUnaryOperator steps, double from, double to, List<Double> marks) {
    private static final int LEAST_NINES = 2;
    private static final int MOST_NINES = 5;

    /** Of 99.9 as a binary number. */
    private static final double SLACK = 1e-6;

    /** From 0 up to 99.9…, with as many nines as there are points for. */
    static Scale percentiles(Curves chart) {
      DoubleUnaryOperator steps = value -> 2 - Math.log10(100 - value);
      double last = all(chart, Point::x).map(steps).max().orElseThrow();
      int nines = (int) Math.clamp(Math.ceil(last - SLACK), LEAST_NINES, MOST_NINES);
      List<Double> marks =
          IntStream.rangeClosed(0, nines).mapToObj(it -> 100 - Math.pow(10, 2 - it)).toList();
      return new Scale(steps, 0, nines, marks);
    }

    /** Whole decades; if there are few, twice and five times each is marked too. */
    static Scale decades(Curves chart) {
      DoubleSummaryStatistics range = all(chart, Point::y).map(Math::log10).summaryStatistics();
      int from = (int) Math.floor(range.getMin());
      int to = Math.max(from + 1, (int) Math.ceil(range.getMax()));
      List<Double> marks = new ArrayList<>();
      for (int decade = from; decade <= to; decade++) {
        double mark = Math.pow(10, decade);
        marks.add(mark);
        if (to - from <= 2 && decade < to) {
          marks.addAll(List.of(2 * mark, 5 * mark));
        }
      }
      return new Scale(Math::log10, from, to, marks);
    }

    private static DoubleStream all(Curves chart, ToDoubleFunction<Point> of) {
      return chart.curves().stream().flatMap(it -> it.points().stream()).mapToDouble(of);
    }

    /** {@return where the value lies; what is off the scale is moved to its end} */
    double place(double value) {
      return Math.clamp((steps.applyAsDouble(value) - from) / (to - from), 0, 1);
    }
  }
}
