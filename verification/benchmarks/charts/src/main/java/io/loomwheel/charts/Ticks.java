package io.loomwheel.charts;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Chooses the values that an axis marks, and writes them. Stateless. */
final class Ticks {
  /** So that a sum of steps that misses the end by rounding alone still counts. */
  private static final double SLACK = 1e-9;

  /** {@return the powers of ten, with 2 and 5 times them if there are few} */
  static List<Double> decades(double from, double to) {
    List<Double> ticks = new ArrayList<>();
    boolean few = Math.log10(to / from) < 2.5;
    for (double decade = from; decade <= to * (1 + SLACK); decade *= 10) {
      ticks.add(decade);
      if (few && decade * 2 < to) {
        ticks.add(decade * 2);
        ticks.add(decade * 5);
      }
    }
    return ticks;
  }

  static List<Double> nines(double to) {
    List<Double> ticks = new ArrayList<>();
    for (double left = 100; 100 - left <= to * (1 + SLACK); left /= 10) {
      ticks.add(100 - left);
    }
    return ticks;
  }

  /** {@return the number, without needless digits} */
  static String label(double value) {
    BigDecimal number = new BigDecimal(value, new MathContext(6)).stripTrailingZeros();
    return number.scale() > 0
        ? number.toPlainString()
        : String.format(Locale.ROOT, "%,d", number.longValue());
  }

  /** {@return a large number: 1 k, 10 M} */
  static String brief(double value) {
    return value >= 1e9
        ? label(value / 1e9) + " G"
        : value >= 1e6 ? label(value / 1e6) + " M" : label(value / 1e3) + " k";
  }
}
