package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** As many due at once as after a process stood still for a minute: the clock leaps over all. */
final class Backlog extends ClockFault {
  private static final int TIMEOUTS = 400_000;
  private static final int SPAN_NANOS = 1_000_000_000;
  private static final int SPANS = 20;

  private final LongAdder leapt = new LongAdder();

  Backlog() {
    super("backlog");
  }

  @Override
  void inWave(TestBed bed, WildClock clock) {
    for (int i = 0; i < TIMEOUTS; i++) {
      bed.arm(0, (1L + i % SPANS) * SPAN_NANOS + Chance.below(SPAN_NANOS));
    }
    clock.move(TimeUnit.MINUTES.toNanos(1));
    leapt.add(TIMEOUTS);
  }

  @Override
  public List<String> figures() {
    return List.of("%,d due in one leap".formatted(leapt.sum()));
  }
}
