package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** A clock that stands still for a while, several times a wave. */
final class Freezes extends ClockFault {
  private final LongAdder times = new LongAdder();

  Freezes() {
    super("freezes");
  }

  @Override
  public long clockSteps() {
    return times.sum(); // one that read the time just before may read an older one just after
  }

  @Override
  void inWave(TestBed bed, WildClock clock) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      times.increment();
      clock.hold();
      times.increment();
      TimeUnit.MILLISECONDS.sleep(20 + Chance.below(40));
      times.increment();
      clock.release();
      times.increment();
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Override
  public List<String> figures() {
    return List.of(times.sum() / 4 + " times held");
  }
}
