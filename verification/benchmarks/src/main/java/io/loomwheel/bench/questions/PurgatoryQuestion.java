package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.questions.ProducerKeys.BenchmarkPurgatory;
import io.loomwheel.charts.Role;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.server.purgatory.DelayedOperationPurgatory;

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
    return new Entrant(name, role, () -> new Churn<>(make, true, false, keysOfAll.get()));
  }

  /** Loomwheel's purgatory, on a timer as it is by default. */
  private static final class LoomwheelPurgatory implements BenchmarkPurgatory {
    private final WheelTimer timer = WheelTimer.create();
    private final Purgatory<ProducerKeys.Key> purgatory = Purgatory.on(timer);

    @Override
    public void put(ProducerKeys keys, int place) {
      int before = keys.turnsOf(place);
      purgatory.tryCompleteElseWatch(
          new DelayedOperation(ProducerKeys.DELAY_MILLIS, TimeUnit.MILLISECONDS) {
            @Override
            public boolean tryComplete() {
              return keys.turnsOf(place) != before && forceComplete();
            }

            @Override
            public void onComplete() {
              keys.completed(place);
            }

            @Override
            public void onExpiration() {}
          },
          keys.keysOf(place));
    }

    @Override
    public int check(ProducerKeys keys, int key) {
      return purgatory.checkAndComplete(keys.key(key));
    }

    @Override
    public void close() {
      purgatory.close();
      timer.close();
    }
  }

  /** Kafka's purgatory, as a broker makes it: its own timer, purged at 1,000 operations. */
  private static final class KafkaPurgatory implements BenchmarkPurgatory {
    private final DelayedOperationPurgatory<org.apache.kafka.server.purgatory.DelayedOperation>
        purgatory = new DelayedOperationPurgatory<>("bench", 0);

    @Override
    public void put(ProducerKeys keys, int place) {
      int before = keys.turnsOf(place);
      purgatory.tryCompleteElseWatch(
          new org.apache.kafka.server.purgatory.DelayedOperation(ProducerKeys.DELAY_MILLIS) {
            @Override
            public boolean tryComplete() {
              return keys.turnsOf(place) != before && forceComplete();
            }

            @Override
            public void onComplete() {
              keys.completed(place);
            }

            @Override
            public void onExpiration() {}
          },
          keys.keysOf(place));
    }

    @Override
    public int check(ProducerKeys keys, int key) {
      return purgatory.checkAndComplete(keys.key(key));
    }

    @Override
    public void close() {
      try {
        purgatory.shutdown();
      } catch (Exception e) {
        throw new IllegalStateException("can't end Kafka's purgatory", e);
      }
    }
  }
}
