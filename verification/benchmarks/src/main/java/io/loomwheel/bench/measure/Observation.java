package io.loomwheel.bench.measure;

/**
 * What was observed in all rounds beside time per operation. Immutable.
 *
 * @param min the least of them
 */
public record Observation(double value, double min, double max) {
  static Observation of(Extra.Fold fold, double... values) {
    Spread spread = Spread.of(values);
    return new Observation(fold.of(values), spread.min(), spread.max());
  }
}
