package io.loomwheel.bench.measure;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the rounds of one contestant came to. Immutable.
 *
 * @param values by name; less is better
 */
public record Score(String name, Role role, Map<String, Spread> values, Percentiles late) {
  /** Nanoseconds per operation, of the whole process. */
  public static final String CPU = "CPU";

  /** Nanoseconds per operation. */
  public static final String WALL = "wall time";

  /** {@return the score of some rounds, at least one} */
  static Score of(String name, Role role, List<Round> rounds) {
    Map<String, Spread> values = new LinkedHashMap<>();
    for (Extra value : rounds.getFirst().values()) {
      values.put(value.name(), value.fold().of(valuesOf(value.name(), rounds)));
    }
    return new Score(
        name, role, values, Percentiles.middle(rounds.stream().map(Round::late).toList()));
  }

  private static double[] valuesOf(String name, List<Round> rounds) {
    return rounds.stream()
        .flatMap(round -> round.values().stream())
        .filter(value -> value.name().equals(name))
        .mapToDouble(Extra::value)
        .toArray();
  }

  /** {@return what was measured under that name} */
  public Optional<Spread> of(String value) {
    return Optional.ofNullable(values.get(value));
  }

  /** {@return the middle of what was measured; NaN if nothing was} */
  public double median(String value) {
    return of(value).map(Spread::median).orElse(Double.NaN);
  }
}
