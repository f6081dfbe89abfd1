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
 * @param inOrder how many tasks the timers' own threads have run, which the ledger has seen come in
 *     order
 * @param late how late a task was handed to the executor at most
 */
public record Played(
    String fault,
    int waves,
    Balance balance,
    Map<String, Long> fired,
    long inOrder,
    long thrown,
    long refusals,
    Duration late,
    List<String> figures,
    List<String> wrong) {
  private static final int MOST_WRONG = 10;

  /** {@return that no task was handed in} */
  static Played nothing(Fault fault, int waves, long thrown, List<String> wrong) {
    return new Played(
        fault.name(),
        waves,
        Balance.ZERO,
        Map.of(),
        0,
        thrown,
        0,
        Duration.ZERO,
        fault.figures(),
        List.copyOf(wrong));
  }

  /** {@return both, added up} */
  public static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
    Map<String, Long> sum = new TreeMap<>(one);
    other.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
    return sum;
  }

  /** {@return both as one, with the figures of the later} */
  public Played plus(Played later) {
    return new Played(
        fault,
        waves + later.waves,
        balance.plus(later.balance),
        sum(fired, later.fired),
        inOrder + later.inOrder,
        thrown + later.thrown,
        refusals + later.refusals,
        late.compareTo(later.late) > 0 ? late : later.late,
        later.figures,
        Stream.concat(wrong.stream(), later.wrong.stream()).limit(MOST_WRONG).toList());
  }
}
