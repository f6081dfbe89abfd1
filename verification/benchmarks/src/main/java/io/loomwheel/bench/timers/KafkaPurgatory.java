package io.loomwheel.bench.timers;

import org.apache.kafka.server.purgatory.DelayedOperation;
import org.apache.kafka.server.purgatory.DelayedOperationPurgatory;

/** Kafka's purgatory, as a broker makes it: its own timer, purged at 1,000 operations. */
public final class KafkaPurgatory implements BenchmarkPurgatory {
  private final DelayedOperationPurgatory<DelayedOperation> purgatory =
      new DelayedOperationPurgatory<>("bench", 0);

  @Override
  public void put(ProducerKeys desk, int place) {
    int before = desk.turnsOf(place);
    purgatory.tryCompleteElseWatch(
        new DelayedOperation(ProducerKeys.DELAY_MILLIS) {
          @Override
          public boolean tryComplete() {
            return desk.turnsOf(place) != before && forceComplete();
          }

          @Override
          public void onComplete() {
            desk.completed(place);
          }

          @Override
          public void onExpiration() {}
        },
        desk.keysOf(place));
  }

  @Override
  public int check(ProducerKeys desk, int key) {
    return purgatory.checkAndComplete(desk.key(key));
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
