package io.loomwheel.bench.measure;

import io.loomwheel.bench.measure.Entrant.Role;
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
  /** Nanoseconds per operation, of the whole process. */
  static final String CPU = "CPU";

  /** Nanoseconds per operation. */
  static final String WALL = "wall time";

  /** {@return the score of some rounds, at least one} */
  static Score of(Entrant entrant, List<Round> rounds) {
    Map<String, Spread> values = new LinkedHashMap<>();
    for (Extra value : rounds.getFirst().values()) {
      Spread all = Spread.of(valuesOf(value.name(), rounds));
      values.put(value.name(), value.worst() ? new Spread(all.min(), all.max(), all.max()) : all);
    }
    Histogram late = new Histogram(3);
    rounds.forEach(round -> late.add(round.late()));
    return new Score(entrant.name(), entrant.role(), values, late);
  }

  private static double[] valuesOf(String name, List<Round> rounds) {
    return rounds.stream()
        .flatMap(round -> round.values().stream())
        .filter(value -> value.name().equals(name))
        .mapToDouble(Extra::value)
        .toArray();
  }

  /** {@return the middle of what was measured; NaN if nothing was} */
  double median(String value) {
    Spread spread = values.get(value);
    return spread == null ? Double.NaN : spread.median();
  }
}
