package io.loomwheel.charts;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Horizontal bars that begin at zero.
 *
 * @param reference what all are to be compared with
 */
public record Bars(String id, String title, String subtitle, double reference, List<Bar> bars)
    implements Chart {
  @Override
  public String description() {
    return bars.stream()
        .map(bar -> bar.name() + " " + bar.headline() + ", " + bar.detail())
        .collect(Collectors.joining("; "));
  }

  /** {@return what the whole width stands for} */
  double end() {
    return bars.stream()
        .mapToDouble(Bar::high)
        .reduce(Math.max(reference, Double.MIN_NORMAL), Math::max);
  }
}
