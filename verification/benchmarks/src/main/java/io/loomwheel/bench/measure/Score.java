package io.loomwheel.bench.measure;

import io.loomwheel.bench.measure.Entrant.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the rounds of one contestant came to. Immutable.
 *
 * @param cpuNanos per operation
 * @param wallNanos per operation
 */
public record Score(
    String name,
    Role role,
    Spread cpuNanos,
    Spread wallNanos,
    Map<String, Spread> extras,
    Percentiles late) {
  /** {@return the score of some rounds, at least one} */
  static Score of(String name, Role role, List<Round> rounds) {
    Map<String, Spread> extras = new LinkedHashMap<>();
    for (Extra extra : rounds.getFirst().extras()) {
      extras.put(extra.name(), extra.fold().of(valuesOf(extra.name(), rounds)));
    }
    return new Score(
        name,
        role,
        spread(rounds, Round::cpuNanosPerOp),
        spread(rounds, Round::wallNanosPerOp),
        extras,
        Percentiles.middle(rounds.stream().map(Round::late).toList()));
  }

  private static Spread spread(List<Round> rounds, ToDoubleFunction<Round> of) {
    return Spread.of(rounds.stream().mapToDouble(of).toArray());
  }

  private static double[] valuesOf(String name, List<Round> rounds) {
    return rounds.stream()
        .flatMap(round -> round.extras().stream())
        .filter(extra -> extra.name().equals(name))
        .mapToDouble(Extra::value)
        .toArray();
  }
}
