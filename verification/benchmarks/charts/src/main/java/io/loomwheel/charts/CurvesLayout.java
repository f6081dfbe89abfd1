package io.loomwheel.charts;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

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
    List<Line> lines = new ArrayList<>();
    Map<Kind, Integer> seen = new EnumMap<>(Kind.class);
    int columns = chart.curves().stream().allMatch(it -> it.name().length() <= SHORT_NAME) ? 2 : 1;
    for (Curve curve : chart.curves()) {
      int number = seen.merge(curve.kind(), 1, Integer::sum) - 1;
      int cell = lines.size();
      lines.add(
          new Line(
              curve.name(),
              curve.kind().css() + " " + curve.kind().css() + "-" + number,
              points(chart, curve),
              SvgNumbers.percent((double) (cell % columns) / columns),
              LEGEND_TOP + cell / columns * LEGEND_STEP));
    }
    int legendRows = (lines.size() + columns - 1) / columns;
    return new CurvesLayout(
        LEGEND_TOP + legendRows * LEGEND_STEP - LEGEND_STEP / 2,
        PLOT_HEIGHT,
        ticks(chart.x(), value -> SvgNumbers.percent(chart.x().place(value))),
        ticks(chart.y(), value -> pixels(chart.y(), value)),
        List.copyOf(lines));
  }

  private static List<Tick> ticks(Axis axis, DoubleFunction<String> place) {
    return axis.ticks().stream().map(it -> new Tick(place.apply(it), axis.name(it))).toList();
  }

  /** {@return the lines as they are drawn, the first last, so that it lies on top} */
  public List<Line> drawn() {
    return lines.reversed();
  }

  private static String points(Curves chart, Curve curve) {
    StringBuilder points = new StringBuilder();
    for (Point point : curve.points()) {
      points.append(SvgNumbers.plain(SQUARE * chart.x().place(point.x()))).append(',');
      points.append(SvgNumbers.plain(SQUARE * (1 - chart.y().place(point.y())))).append(' ');
    }
    return points.toString().strip();
  }

  private static String pixels(Axis axis, double value) {
    return SvgNumbers.plain(PLOT_HEIGHT * (1 - axis.place(value)));
  }
}
