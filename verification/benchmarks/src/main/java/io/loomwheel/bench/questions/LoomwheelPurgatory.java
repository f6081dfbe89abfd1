package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import java.util.concurrent.TimeUnit;

/** Loomwheel's purgatory, on a timer as it is by default. */
final class LoomwheelPurgatory implements ProducerKeys.BenchmarkPurgatory {
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
