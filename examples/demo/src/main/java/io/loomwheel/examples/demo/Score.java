package io.loomwheel.examples.demo;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What all rounds of a contestant came to. Immutable.
 *
 * @param costNanos CPU of the timeouts for an element: what is left when that of the contestant
 *     without timeouts is taken off, round by round
 * @param totalNanos CPU of all for an element
 * @param heapBytes of what waits, for a stream, likewise
 */
record Score(
    Contestant contestant, Spread costNanos, Spread totalNanos, Spread heapBytes, Tally tally) {
  /**
   * {@return the score of these rounds}
   *
   * @param streams open at once
   */
  static Score of(Contestant contestant, List<Sample> rounds, List<Sample> base, int streams) {
    return new Score(
        contestant,
        over(rounds, base, (mine, none) -> mine.cpuNanosAnElement() - none.cpuNanosAnElement()),
        over(rounds, base, (mine, none) -> mine.cpuNanosAnElement()),
        over(rounds, base, (mine, none) -> mine.heapBytes() - none.heapBytes())
            .times(1.0 / streams),
        rounds.stream().map(Sample::tally).reduce(Tally::plus).orElseThrow());
  }

  private static Spread over(
      List<Sample> rounds, List<Sample> base, ToDoubleBiFunction<Sample, Sample> number) {
    DoubleStream numbers =
        IntStream.range(0, rounds.size())
            .mapToDouble(round -> number.applyAsDouble(rounds.get(round), base.get(round)));
    return Spread.of(numbers);
  }

  /** {@return whether it has timeouts at all} */
  boolean isTimed() {
    return contestant.clockwork() != Contestant.Clockwork.NONE;
  }
}
