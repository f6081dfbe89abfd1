package io.loomwheel.charts;

import java.util.List;

/**
 * A line through points. Immutable.
 *
 * @param points from left to right, at least one
 */
public record Curve(String name, Kind kind, List<Point> points) {
  public Curve {
    if (points.isEmpty()) {
      throw new IllegalArgumentException("points must not be empty, curve " + name);
    }
    points = List.copyOf(points);
  }
}
