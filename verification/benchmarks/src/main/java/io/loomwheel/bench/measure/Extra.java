package io.loomwheel.bench.measure;

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

    double of(double[] values) {
      return switch (this) {
        case MEDIAN -> Spread.of(values).median();
        case MAX -> Spread.of(values).max();
        case SUM -> {
          double sum = 0;
          for (double value : values) {
            sum += value;
          }
          yield sum;
        }
      };
    }
  }
}
