package io.loomwheel.charts;

/**
 * A figure laid out, as the templates take it. Immutable.
 *
 * @param template that draws it
 * @param figure to be drawn
 * @param layout of its chart
 * @param left space beside the plot
 * @param right likewise
 * @param top space above the plot
 * @param height of the plot and what is below it
 */
record Drawing(
    String template, Figure figure, Object layout, int left, int right, int top, int height) {
  static Drawing of(Figure figure) {
    return switch (figure.chart()) {
      case Bars bars -> {
        BarsLayout layout = BarsLayout.of(bars);
        yield new Drawing("bars", figure, layout, 0, 0, 0, layout.height());
      }
      case Curves curves -> {
        CurvesLayout layout = CurvesLayout.of(curves);
        yield new Drawing(
            "curves",
            figure,
            layout,
            CurvesLayout.LEFT,
            CurvesLayout.RIGHT,
            CurvesLayout.TOP,
            layout.height());
      }
    };
  }
}
