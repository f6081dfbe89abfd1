package io.loomwheel.charts;

import java.util.List;

/**
 * Turns values into positions between 0 and 1. Immutable.
 *
 * @param from the value at 0
 */
public record Axis(String label, Scale scale, double from, double to) {
  /** How values are laid out. */
  public enum Scale {
    /** Equal factors; values above zero. */
    LOG,
    /** Percentiles: each step leaves a tenth of what the one before left. */
    PERCENTILE;

    double place(double value) {
      return switch (this) {
        case LOG -> Math.log10(value);
        case PERCENTILE -> 2 - Math.log10(100 - value);
      };
    }
  }

  public Axis {
    double length = scale.place(to) - scale.place(from);
    if (!(length > 0 && Double.isFinite(length))) {
      throw new IllegalArgumentException(
          "axis must go up on a " + scale + " scale, was from " + from + " to " + to);
    }
  }

  /** {@return a logarithmic axis of whole decades around both values, which are above zero} */
  public static Axis decades(String label, double least, double greatest) {
    double from = Math.pow(10, Math.floor(Math.log10(least)));
    double to = Math.pow(10, Math.ceil(Math.log10(greatest)));
    return new Axis(label, Scale.LOG, from, to > from ? to : from * 10);
  }

  /** {@return an axis of percentiles from 0 up to 99.9…, that many nines in all} */
  public static Axis percentiles(String label, int nines) {
    return new Axis(label, Scale.PERCENTILE, 0, 100 - Math.pow(10, 2 - nines));
  }

  /** {@return where the value lies; what is off the axis is moved to its end} */
  double place(double value) {
    double start = scale.place(from);
    double place = (scale.place(value) - start) / (scale.place(to) - start);
    return Math.clamp(place, 0, 1);
  }

  /** {@return the values that are marked, upwards} */
  List<Double> ticks() {
    return switch (scale) {
      case LOG -> Ticks.decades(from, to);
      case PERCENTILE -> Ticks.nines(to);
    };
  }

  /** {@return the value as the axis shows it} */
  String name(double value) {
    return scale == Scale.LOG && value >= 1000 ? Ticks.brief(value) : Ticks.label(value);
  }
}
