package io.loomwheel.bench.measure;

import java.util.stream.DoubleStream;

/** Something observed in a round beside time per operation. Immutable. */
public record Extra(String name, double value, Fold fold) {
  /** How the values of several rounds become one. */
  public enum Fold {
    /** The one in the middle. */
    MEDIAN,
    /** The greatest. */
    MAX,
    /** All together. */
    SUM;

    /** {@return it, between the least and the greatest of the values, or beyond} */
    Spread of(double... values) {
      Spread spread = Spread.of(values);
      return switch (this) {
        case MEDIAN -> spread;
        case MAX -> new Spread(spread.min(), spread.max(), spread.max());
        case SUM -> {
          double sum = DoubleStream.of(values).sum();
          yield new Spread(Math.min(spread.min(), sum), sum, Math.max(spread.max(), sum));
        }
      };
    }
  }
}
