package io.loomwheel.soak.fault;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** In every wave 50,000 virtual threads at once, each of which arms a timer; half cancel it. */
final class Storm implements Fault {
  private static final int THREADS = 50_000;

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads.add(Thread.startVirtualThread(() -> arm(bed, number, begin)));
    }
    begin.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void arm(TestBed bed, int number, CountDownLatch begin) {
    try {
      begin.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e); // nobody should
    }
    Entry entry = bed.arm(number % bed.submitters(), 1 + Chance.below(50_000_000));
    if (number % 2 == 0) {
      Thread.yield();
      entry.cancel();
    }
  }
}
