package io.loomwheel.charts;

import io.loomwheel.charts.Curve.Point;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How late something was, over percentiles, each of whose steps leaves a tenth of what the one
 * before left, on a logarithmic axis. Immutable.
 */
public record Curves(String id, String title, List<Curve> curves) implements Chart {
  @Override
  public String subtitle() {
    return "That share of them no later than the curve. Less is better.";
  }

  @Override
  public String description() {
    return curves.stream().map(Curves::ends).collect(Collectors.joining("; "));
  }

  private static String ends(Curve curve) {
    Point first = curve.points().getFirst();
    Point last = curve.points().getLast();
    return String.format(
        "%s from %s at %s to %s at %s",
        curve.name(), number(first.y()), number(first.x()), number(last.y()), number(last.x()));
  }

  /** {@return the number, without needless digits} */
  static String number(double value) {
    BigDecimal number = new BigDecimal(value, new MathContext(6)).stripTrailingZeros();
    return number.scale() > 0
        ? number.toPlainString()
        : String.format(Locale.ROOT, "%,d", number.longValue());
  }
}
