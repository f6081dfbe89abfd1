package io.loomwheel.bench.measure;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What the rounds of one contestant came to. Immutable.
 *
 * @param values by name; less is better
 * @param late by how many nanoseconds the timeouts of all rounds were late
 */
public record Score(String name, Role role, Map<String, Spread> values, Histogram late) {
  /**
   * The middle of some values and how far they lie apart. Immutable.
   *
   * @param min the least
   */
  public record Spread(double min, double median, double max) {
    /** {@return the spread of the values, at least one, in any order} */
    static Spread of(double... values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int last = sorted.length - 1;
      double median = (sorted[last / 2] + sorted[sorted.length / 2]) / 2;
      return new Spread(sorted[0], median, sorted[last]);
    }
  }

  /** {@return the score of some rounds, at least one} */
  static Score of(Entrant entrant, List<Round> rounds) {
    Map<String, Spread> values = new LinkedHashMap<>();
    for (String name : rounds.getFirst().values().keySet()) {
      values.put(
          name,
          Spread.of(
              rounds.stream()
                  .mapToDouble(round -> round.values().getOrDefault(name, 0.0))
                  .toArray()));
    }
    Histogram late = new Histogram(3);
    rounds.forEach(round -> late.add(round.late()));
    return new Score(entrant.name(), entrant.role(), values, late);
  }

  /** {@return the middle of what was measured; NaN if nothing was} */
  double median(String value) {
    Spread spread = values.get(value);
    return spread == null ? Double.NaN : spread.median();
  }
}
