package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** A clock that leaps ahead, by milliseconds or by days. */
final class Leaps extends ClockFault {
  private final LongAdder times = new LongAdder();

  Leaps() {
    super("leaps");
  }

  @Override
  void inWave(TestBed bed, WildClock clock) throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      TimeUnit.MILLISECONDS.sleep(10 + Chance.below(20));
      clock.move(
          Chance.oneIn(2)
              ? TimeUnit.MILLISECONDS.toNanos(Chance.below(500))
              : TimeUnit.HOURS.toNanos(1 + Chance.below(500)));
      times.increment();
    }
  }

  @Override
  public List<String> figures() {
    return List.of(times + " leaps");
  }
}
