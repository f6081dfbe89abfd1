package io.loomwheel.charts;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the parts of a bar chart go: sideways in percent of the width, so that the text keeps its
 * size whatever the width is, and downwards in pixels. Immutable.
 *
 * @param height of all
 * @param reference where the dashed line is
 * @param rows from top to bottom
 */
record BarsLayout(int height, String reference, List<Row> rows) {
  private static final int ROW_HEIGHT = 62;

  /**
   * A bar with its text.
   *
   * @param bar whose texts are shown
   * @param css class that colours it
   * @param top of the row
   * @param width of the bar
   * @param low where the whiskers begin
   * @param high where they end
   * @param whiskers whether there are any
   * @param capped whether their end is in sight
   * @param cut whether the bar's end isn't
   */
  record Row(
      Bar bar,
      String css,
      int top,
      String width,
      String low,
      String high,
      boolean whiskers,
      boolean capped,
      boolean cut) {}

  static BarsLayout of(Bars chart) {
    double end = chart.end();
    List<Row> rows = new ArrayList<>();
    for (Bar bar : chart.bars()) {
      Range length = bar.length();
      rows.add(
          new Row(
              bar,
              bar.kind().css(),
              rows.size() * ROW_HEIGHT,
              percent(length.value() / end),
              percent(length.low() / end),
              percent(length.high() / end),
              length.high() > length.low() && length.low() < end,
              length.high() <= end,
              length.value() > end));
    }
    return new BarsLayout(rows.size() * ROW_HEIGHT, percent(chart.reference() / end), rows);
  }

  private static String percent(double share) {
    return SvgNumbers.percent(share);
  }
}
