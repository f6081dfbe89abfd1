package io.loomwheel.charts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where the parts of a bar chart go: sideways in percent of the width, so that the text keeps its
 * size whatever the width is, and downwards in pixels. Immutable.
 */
record BarsLayout(int height, String reference, List<Row> rows) {
  private static final int ROW_HEIGHT = 62;

  record Row(
      Bar bar, String css, int top, String width, String low, String high, boolean whiskers) {}

  static BarsLayout of(Bars chart) {
    double end = chart.end();
    List<Row> rows = new ArrayList<>();
    for (Bar bar : chart.bars()) {
      rows.add(
          new Row(
              bar,
              bar.kind().css(),
              rows.size() * ROW_HEIGHT,
              percent(bar.value() / end),
              percent(bar.low() / end),
              percent(bar.high() / end),
              bar.high() > bar.low()));
    }
    return new BarsLayout(rows.size() * ROW_HEIGHT, percent(chart.reference() / end), rows);
  }

  /** {@return a share of the width; what is off the chart is moved to its edge} */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * Math.clamp(share, 0, 1));
  }
}
