package io.loomwheel.soak.load;

import io.loomwheel.soak.ledger.Balance;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a wave, a round or several came to. Immutable.
 *
 * @param fired how many tasks of each kind have run
 * @param late how late a task was handed to the executor at most
 */
public record Played(
    int waves, Balance balance, Map<String, Long> fired, Duration late, List<String> wrong) {
  public static final Played NOTHING = wrong(List.of());

  private static final int MOST_WRONG = 10;

  /** {@return that no task was handed in} */
  static Played wrong(List<String> wrong) {
    return new Played(0, Balance.ZERO, Map.of(), Duration.ZERO, List.copyOf(wrong));
  }

  /** {@return both, added up} */
  public Played plus(Played later) {
    Map<String, Long> sum = new TreeMap<>(fired);
    later.fired.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
    return new Played(
        waves + later.waves,
        balance.plus(later.balance),
        sum,
        late.compareTo(later.late) > 0 ? late : later.late,
        Stream.concat(wrong.stream(), later.wrong.stream()).limit(MOST_WRONG).toList());
  }
}
