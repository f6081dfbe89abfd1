package io.loomwheel.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * What a match came to. Immutable.
 *
 * @param elementsPerSecond that came, over all turns
 */
record Result(Load load, Spread elementsPerSecond, List<Score> scores) {
  /** {@return the result of these rounds, of which each contestant has as many} */
  static Result of(Load load, Map<Contestant, List<Sample>> samples) {
    List<Score> scores = new ArrayList<>();
    samples.forEach(
        (contestant, rounds) ->
            scores.add(Score.of(contestant, rounds, base(contestant, samples), load.streams())));
    DoubleStream rates =
        samples.values().stream().flatMap(List::stream).mapToDouble(Sample::elementsPerSecond);
    return new Result(load, Spread.of(rates), scores);
  }

  private static List<Sample> base(Contestant contestant, Map<Contestant, List<Sample>> samples) {
    return samples.entrySet().stream()
        .filter(it -> it.getKey().library() == contestant.library())
        .filter(it -> it.getKey().clockwork() == Contestant.Clockwork.NONE)
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  List<Contestant.Library> libraries() {
    return scores.stream().map(score -> score.contestant().library()).distinct().toList();
  }

  List<Score> of(Contestant.Library library) {
    return scores.stream().filter(it -> it.contestant().library() == library).toList();
  }
}
