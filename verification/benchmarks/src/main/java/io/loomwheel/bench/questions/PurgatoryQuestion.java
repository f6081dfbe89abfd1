package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.questions.ProducerKeys.BenchmarkPurgatory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Operations wait in a purgatory; a producer lets those under one of its keys complete, checks the
 * key, and puts as many in anew. None expires. One operation: put in, then completed by a check.
 */
final class PurgatoryQuestion {
  static List<Contest> contests(Sizes sizes) {
    List<Contest> contests = new ArrayList<>();
    int held = sizes.held();
    for (int producers = 1; producers <= 2; producers++) {
      contests.add(contest(producers, held, held, 1));
      contests.add(contest(producers, held, Math.max(1, held / 10), 1));
      contests.add(contest(producers, held, Math.max(3, held), 3));
    }
    return contests;
  }

  private static Contest contest(int producers, int held, int keys, int keysEach) {
    Supplier<List<ProducerKeys>> keysOfAll =
        () ->
            IntStream.range(0, producers)
                .mapToObj(i -> new ProducerKeys(i, keys, keysEach, held))
                .toList();
    return new Contest(
            "purgatory",
            "",
            "put in + completed",
            List.of(
                entrant("Loomwheel", Role.SUBJECT, LoomwheelPurgatory::new, keysOfAll),
                entrant("Kafka", Role.PEER, KafkaPurgatory::new, keysOfAll)))
        .in(
            "%d producer(s), %,d held by each under %,d keys, %d for each operation",
            producers, held, keys, keysEach);
  }

  private static Entrant entrant(
      String name,
      Role role,
      Supplier<BenchmarkPurgatory> make,
      Supplier<List<ProducerKeys>> keysOfAll) {
    return new Entrant(name, role, () -> Churn.open(make, true, false, keysOfAll.get()));
  }
}
