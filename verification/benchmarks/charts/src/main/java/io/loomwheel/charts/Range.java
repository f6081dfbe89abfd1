package io.loomwheel.charts;

/**
 * A value and how far it was seen to go. Immutable.
 *
 * @param low the least
 */
public record Range(double low, double value, double high) {
  public Range {
    if (!(low <= value && value <= high && Double.isFinite(low) && Double.isFinite(high))) {
      throw new IllegalArgumentException(
          "range must be finite and in order, was " + low + ", " + value + ", " + high);
    }
  }
}
