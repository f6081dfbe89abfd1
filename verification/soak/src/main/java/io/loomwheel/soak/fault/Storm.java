package io.loomwheel.soak.fault;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** In every wave 50,000 virtual threads at once, each of which arms a timer; half cancel it. */
final class Storm implements Fault {
  private static final int THREADS = 50_000;

  private final LongAdder threads = new LongAdder();

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    CountDownLatch begin = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(THREADS);
    for (int i = 0; i < THREADS; i++) {
      int submitter = i % bed.submitters();
      boolean cancels = i % 2 == 0;
      Thread.startVirtualThread(
          () -> {
            try {
              begin.await();
              arm(bed, submitter, cancels);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e); // nobody should
            } finally {
              end.countDown();
            }
          });
    }
    begin.countDown();
    end.await();
    threads.add(THREADS);
  }

  private static void arm(TestBed bed, int submitter, boolean cancels) {
    Entry entry = bed.arm(submitter, 1 + Chance.below(50_000_000));
    if (cancels) {
      Thread.yield();
      entry.cancel();
    }
  }

  @Override
  public List<String> figures() {
    return List.of(threads + " virtual threads");
  }
}
