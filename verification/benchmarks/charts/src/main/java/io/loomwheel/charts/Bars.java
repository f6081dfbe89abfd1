package io.loomwheel.charts;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Horizontal bars that begin at zero. A bar more than four times as long as what it is to be
 * compared with is cut, and shows it. Immutable.
 */
public record Bars(String id, String title, String subtitle, double reference, List<Bar> bars)
    implements Chart {
  private static final double CUT = 4;

  @Override
  public String description() {
    return bars.stream()
        .map(bar -> bar.name() + " " + bar.headline() + ", " + bar.detail())
        .collect(Collectors.joining("; "));
  }

  /** {@return what the whole width stands for} */
  double end() {
    double all = reference;
    double compared = reference;
    for (Bar bar : bars) {
      all = Math.max(all, bar.length().high());
      if (bar.kind() == Kind.OURS) {
        compared = Math.max(compared, bar.length().value());
      }
    }
    return compared > 0 ? Math.min(all, CUT * compared) : Math.max(all, Double.MIN_NORMAL);
  }
}
