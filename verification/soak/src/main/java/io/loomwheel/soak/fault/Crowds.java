package io.loomwheel.soak.fault;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.ledger.Ledger;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * More timeouts in one slot of a higher level than are brought down at once; shortly before they
 * are due the clock is held, some are brought forward, and the clock is moved to where they are
 * due.
 */
final class Crowds extends ClockFaults.ClockFault {
  private static final int CROWD = 700;
  private static final int TICKS_A_SLOT = 64;
  private static final int TICKS_LEFT = 6;

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    hold();
    long tick = bed.timer().tickDuration().toNanos();
    long now = bed.timer().clock().nanoTime();
    long first = now / tick;
    long slot = (first / TICKS_A_SLOT + 3) * TICKS_A_SLOT;
    for (long due = first; due < slot; due++) { // so that the wheel turns at each tick
      bed.arm(0, due * tick - now);
    }
    List<Entry> crowd = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      crowd.add(bed.arm(0, (slot + i % TICKS_A_SLOT) * tick - now));
    }
    release();
    TimeUnit.NANOSECONDS.sleep((slot - first - TICKS_LEFT) * tick);
    hold();
    forward(bed, crowd, tick);
    moveHeld(2L * TICKS_A_SLOT * tick);
    waitFor(crowd);
    crowd.clear();
    for (int i = 0; i < TICKS_A_SLOT; i++) {
      crowd.add(bed.arm(0, (TICKS_A_SLOT - 2L) * tick));
    }
    forward(bed, crowd, tick);
    release();
  }

  private void forward(TestBed bed, List<Entry> crowd, long tick) {
    List<Entry> forward = new ArrayList<>(crowd);
    forward.removeIf(Entry::isEnded);
    forward.forEach(one -> bed.reschedule(one, tick));
    moveHeld(3 * tick);
    waitFor(forward);
  }

  private static void waitFor(List<Entry> entries) {
    if (!Ledger.await(() -> entries.stream().allMatch(Entry::isEnded), Ledger.BOUND_NANOS)) {
      long left = entries.stream().filter(one -> !one.isEnded()).count();
      Planned.found(left + " of " + entries.size() + " that are due don't come");
    }
  }
}
