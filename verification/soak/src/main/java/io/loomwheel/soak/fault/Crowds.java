package io.loomwheel.soak.fault;

import io.loomwheel.soak.ledger.Entry;
import io.loomwheel.soak.load.TestBed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * More timeouts in one slot of a higher level than are brought down at once; shortly before they
 * are due the clock is held, some are brought forward, and the clock is moved to where they are
 * due.
 */
final class Crowds extends ClockFaults.ClockFault {
  private static final int CROWD = 700;
  private static final int TICKS_A_SLOT = 64;
  private static final int TICKS_LEFT = 6;

  private final List<String> wrong = new ArrayList<>();
  private final LongAdder holds = new LongAdder();

  @Override
  public long clockSteps() {
    return holds.sum(); // one that read the time just before may read an older one just after
  }

  @Override
  void inWave(TestBed bed, WildClock held) throws InterruptedException {
    hold(held);
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
    release(held);
    TimeUnit.NANOSECONDS.sleep((slot - first - TICKS_LEFT) * tick);
    hold(held);
    forward(bed, held, crowd, tick);
    held.moveHeld(2L * TICKS_A_SLOT * tick);
    waitFor(crowd);
    crowd.clear();
    for (int i = 0; i < TICKS_A_SLOT; i++) {
      crowd.add(bed.arm(0, (TICKS_A_SLOT - 2L) * tick));
    }
    forward(bed, held, crowd, tick);
    release(held);
  }

  private void hold(WildClock held) {
    holds.increment();
    held.hold();
    holds.increment();
  }

  private void release(WildClock held) {
    holds.increment();
    held.release();
    holds.increment();
  }

  private void forward(TestBed bed, WildClock held, List<Entry> crowd, long tick)
      throws InterruptedException {
    List<Entry> forward = new ArrayList<>();
    for (Entry one : crowd) {
      if (!one.isEnded()) {
        bed.reschedule(one, tick);
        forward.add(one);
      }
    }
    held.moveHeld(3 * tick);
    waitFor(forward);
  }

  private void waitFor(List<Entry> entries) throws InterruptedException {
    if (!Patience.until(() -> entries.stream().allMatch(Entry::isEnded))) {
      long left = entries.stream().filter(one -> !one.isEnded()).count();
      wrong.add(left + " of " + entries.size() + " that are due don't come");
    }
  }

  @Override
  public List<String> wrong() {
    return wrong;
  }
}
