package io.loomwheel.bench.timers;

import io.loomwheel.WheelTimer;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import java.util.concurrent.TimeUnit;

/** Loomwheel's purgatory, on a timer as it is by default. */
public final class LoomwheelPurgatory implements BenchmarkPurgatory {
  private final WheelTimer timer = WheelTimer.create();
  private final Purgatory<ProducerKeys.Key> purgatory = Purgatory.on(timer);

  @Override
  public void put(ProducerKeys desk, int place) {
    int before = desk.turnsOf(place);
    purgatory.tryCompleteElseWatch(
        new DelayedOperation(ProducerKeys.DELAY_MILLIS, TimeUnit.MILLISECONDS) {
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
    purgatory.close();
    timer.close();
  }
}
