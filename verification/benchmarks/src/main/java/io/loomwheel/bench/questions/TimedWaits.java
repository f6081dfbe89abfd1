package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Pairs of virtual threads that take turns. Each waits for the other with a time limit, and is
 * nearly always woken long before it.
 *
 * @param park waits until it is unparked, or the limit is reached
 */
record TimedWaits(Runnable park) implements Contestant {
  private static final int PAIRS = 50;
  private static final int TURNS = 20_000;

  @Override
  public Round round(long lengthNanos) throws Exception {
    CountDownLatch left = new CountDownLatch(2 * PAIRS);
    Meter meter = Meter.start();
    for (int i = 0; i < PAIRS; i++) {
      AtomicInteger turn = new AtomicInteger();
      Thread[] pair = new Thread[2];
      for (int side = 0; side < 2; side++) {
        int mine = side;
        pair[side] =
            Thread.ofVirtual()
                .unstarted(
                    () -> {
                      play(turn, mine, pair);
                      left.countDown();
                    });
      }
      pair[0].start();
      pair[1].start();
    }
    left.await();
    return meter.stop(2L * PAIRS * TURNS, 1);
  }

  private void play(AtomicInteger turn, int mine, Thread[] pair) {
    for (int i = 0; i < TURNS; i++) {
      while ((turn.get() & 1) != mine) {
        park.run();
      }
      turn.incrementAndGet();
      LockSupport.unpark(pair[1 - mine]);
    }
  }

  @Override
  public void close() {}
}
