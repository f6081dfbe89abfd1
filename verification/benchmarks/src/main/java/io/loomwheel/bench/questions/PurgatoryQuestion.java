package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.timers.BenchmarkPurgatory;
import io.loomwheel.bench.timers.KafkaPurgatory;
import io.loomwheel.bench.timers.LoomwheelPurgatory;
import io.loomwheel.bench.timers.ProducerKeys;
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
    Supplier<List<Desk>> desks =
        () ->
            IntStream.range(0, producers)
                .mapToObj(i -> new Desk(new ProducerKeys(i, keys, keysEach, held)))
                .toList();
    return new Contest(
            "purgatory",
            "",
            "put in + completed",
            true,
            List.of(
                entrant("Loomwheel", Role.SUBJECT, LoomwheelPurgatory::new, desks),
                entrant("Kafka", Role.PEER, KafkaPurgatory::new, desks)))
        .in(
            "%d producer(s), %,d held by each under %,d keys, %d for each operation",
            producers, held, keys, keysEach);
  }

  private static Entrant entrant(
      String name, Role role, Supplier<BenchmarkPurgatory> make, Supplier<List<Desk>> desks) {
    return new Entrant(name, role, () -> Churn.open(make, true, false, desks.get()));
  }

  /** Turns a key at random, checks it, and puts in anew what has completed. */
  private record Desk(ProducerKeys keys) implements Churn.Producer<BenchmarkPurgatory> {
    /** Keys that are checked between two reads of the clock. */
    private static final int SIZE = 64;

    @Override
    public long fill(BenchmarkPurgatory limbo) {
      keys.clear();
      return keys.refill(limbo);
    }

    @Override
    public long work(BenchmarkPurgatory limbo, long endNanos) {
      long ops = 0;
      long random = endNanos | 1;
      do {
        for (int i = 0; i < SIZE; i++) {
          random = Delay.random(random);
          int key = (int) ((random >>> 1) % keys.keyCount());
          keys.turn(key);
          int completed = limbo.check(keys, key);
          int again = keys.refill(limbo);
          if (again != completed) {
            throw new IllegalStateException(completed + " completed, " + again + " are empty");
          }
          ops += again;
        }
      } while (System.nanoTime() - endNanos < 0);
      return ops;
    }
  }
}
