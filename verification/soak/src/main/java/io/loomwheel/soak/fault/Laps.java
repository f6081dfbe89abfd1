package io.loomwheel.soak.fault;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * One timeout among some that are due at the same tick is put off by whole laps of any ring, to the
 * very slot that opens and to its neighbour in turn, while it opens.
 */
final class Laps implements Fault {
  /** A multiple of every size of a ring that is played. */
  private static final long TICKS_A_LAP = 65_536;

  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int TICKS_AHEAD = 2;
  private static final int BEFORE = 5;
  private static final int AFTER = 2;

  private final LongAdder slots = new LongAdder();

  @Override
  public String name() {
    return "laps";
  }

  @Override
  public void inWave(TestBed bed) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < NANOS) {
      openSlot(bed);
      slots.increment();
    }
  }

  private static void openSlot(TestBed bed) {
    long tick = bed.timer().tickDuration().toNanos();
    long due = (time(bed) / tick + TICKS_AHEAD) * tick;
    arm(bed, due, BEFORE);
    Entry hot = bed.arm(0, due - time(bed));
    bed.reschedule(hot, due + TICKS_A_LAP * tick - time(bed));
    arm(bed, due, AFTER);
    for (long lap = 2; time(bed) < due + tick; lap++) {
      long later = due + lap * TICKS_A_LAP * tick;
      bed.reschedule(hot, later + tick - time(bed));
      bed.reschedule(hot, later - time(bed));
    }
    hot.cancel();
  }

  private static void arm(TestBed bed, long due, int count) {
    for (int i = 0; i < count; i++) {
      bed.arm(0, due - time(bed));
    }
  }

  private static long time(TestBed bed) {
    return bed.timer().clock().nanoTime();
  }

  @Override
  public List<String> figures() {
    return List.of(slots + " slots opened");
  }
}
