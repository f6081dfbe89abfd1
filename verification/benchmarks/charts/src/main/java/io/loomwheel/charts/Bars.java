package io.loomwheel.charts;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Horizontal bars that begin at zero.
 *
 * @param reference what all are to be compared with
 */
public record Bars(String id, String title, String subtitle, double reference, List<Bar> bars)
    implements Chart {
  static final int ROW_HEIGHT = 62;

  /**
   * Where the parts of a bar go: sideways in percent of the width, so that the text keeps its size
   * whatever the width is, and downwards in pixels. Immutable.
   */
  public record Row(Bar bar, int top, String width, String low, String high, String reference) {}

  @Override
  public String description() {
    return bars.stream()
        .map(bar -> bar.name() + " " + bar.headline() + ", " + bar.detail())
        .collect(Collectors.joining("; "));
  }

  /** {@return the bars as they are drawn} */
  public List<Row> rows() {
    return IntStream.range(0, bars.size()).mapToObj(i -> row(bars.get(i), i * ROW_HEIGHT)).toList();
  }

  private Row row(Bar bar, int top) {
    double end =
        bars.stream()
            .mapToDouble(Bar::high)
            .reduce(Math.max(reference, Double.MIN_NORMAL), Math::max);
    return new Row(
        bar,
        top,
        percent(bar.value() / end),
        percent(bar.low() / end),
        percent(bar.high() / end),
        percent(reference / end));
  }

  /** {@return a share of the width; what is off the chart is moved to its edge} */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * Math.clamp(share, 0, 1));
  }
}
