package io.loomwheel.soak.fault;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Several threads put off, and bring forward, the same few timeouts as fast as they can, while
 * slots open and others wait in them.
 */
final class PutOffs implements Fault {
  private static final int THREADS = 2;
  private static final int TIMEOUTS = 32;
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int SOON_NANOS = 1_000_000;
  private static final int LATER_NANOS = 60_000_000;

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    AtomicReferenceArray<Entry> shared = new AtomicReferenceArray<>(TIMEOUTS);
    for (int i = 0; i < TIMEOUTS; i++) {
      shared.set(i, bed.arm(0, SOON_NANOS));
    }
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(Thread.ofPlatform().name("soak-put-off").start(() -> move(bed, shared)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void move(TestBed bed, AtomicReferenceArray<Entry> shared) {
    long begin = System.nanoTime();
    for (int i = 0; System.nanoTime() - begin < NANOS; i++) {
      int at = Chance.below(TIMEOUTS);
      if (!shared.get(at).contend(bed.now(), delay())) {
        shared.set(at, bed.arm(0, SOON_NANOS)); // the one before has begun
      }
      if (i % TIMEOUTS == 0) {
        toAndFro(bed);
      }
    }
  }

  private static long delay() {
    return Chance.oneIn(8) ? Chance.below(SOON_NANOS) : SOON_NANOS + Chance.below(LATER_NANOS);
  }

  /** One that only this thread knows: put off by an hour and brought forward, again and again. */
  private static void toAndFro(TestBed bed) {
    Entry own = bed.arm(0, 5L * SOON_NANOS);
    for (int i = 0; i < 3; i++) {
      bed.reschedule(own, TimeUnit.HOURS.toNanos(1));
      bed.reschedule(own, 6L * SOON_NANOS);
    }
  }
}
