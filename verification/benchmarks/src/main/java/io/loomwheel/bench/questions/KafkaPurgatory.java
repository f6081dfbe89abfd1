package io.loomwheel.bench.questions;

import org.apache.kafka.server.purgatory.DelayedOperation;
import org.apache.kafka.server.purgatory.DelayedOperationPurgatory;

/** Kafka's purgatory, as a broker makes it: its own timer, purged at 1,000 operations. */
final class KafkaPurgatory implements ProducerKeys.BenchmarkPurgatory {
  private final DelayedOperationPurgatory<DelayedOperation> purgatory =
      new DelayedOperationPurgatory<>("bench", 0);

  @Override
  public void put(ProducerKeys keys, int place) {
    int before = keys.turnsOf(place);
    purgatory.tryCompleteElseWatch(
        new DelayedOperation(ProducerKeys.DELAY_MILLIS) {
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
