package io.loomwheel.charts;

import java.util.List;
import java.util.stream.Collectors;

/** Curves between two axes. Immutable. */
public record Curves(String id, String title, String subtitle, Axis x, Axis y, List<Curve> curves)
    implements Chart {
  public Curves {
    Chart.requireId(id);
    if (curves.isEmpty()) {
      throw new IllegalArgumentException("curves must not be empty, chart " + id);
    }
    curves = List.copyOf(curves);
  }

  @Override
  public String description() {
    return curves.stream().map(this::ends).collect(Collectors.joining("; "));
  }

  private String ends(Curve curve) {
    Point first = curve.points().getFirst();
    Point last = curve.points().getLast();
    return String.format(
        "%s from %s at %s to %s at %s",
        curve.name(),
        Ticks.label(first.y()),
        x.name(first.x()),
        Ticks.label(last.y()),
        x.name(last.x()));
  }
}
