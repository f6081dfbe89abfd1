package io.loomwheel.bench.measure;

import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What an entrant came to in some rounds, at least one. Immutable. */
public record Score(Entrant entrant, List<Round> rounds) {
  /** {@return what the rounds have under that name, the least first; empty if they have nothing} */
  double[] sorted(String value) {
    return rounds.stream()
        .flatMap(round -> Stream.ofNullable(round.values().get(value)))
        .mapToDouble(Double::doubleValue)
        .sorted()
        .toArray();
  }

  /** {@return the middle of that; NaN if they have nothing} */
  double median(String value) {
    double[] sorted = sorted(value);
    int last = sorted.length - 1;
    return last < 0 ? Double.NaN : (sorted[last / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** {@return how late timeouts were, in all rounds} */
  Histogram late() {
    Histogram late = new Histogram(3);
    rounds.forEach(round -> late.add(round.late()));
    return late;
  }
}
