package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that steps back by up to 50 ms, several times a wave. */
final class StepsBack extends ClockFault {
  private final AtomicLong steps = new AtomicLong();

  StepsBack() {
    super("steps-back");
  }

  @Override
  public long clockSteps() {
    return steps.get();
  }

  @Override
  void inWave(TestBed bed, WildClock clock) throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      TimeUnit.MILLISECONDS.sleep(10 + Chance.below(20));
      steps.incrementAndGet();
      clock.move(-TimeUnit.MICROSECONDS.toNanos(1 + Chance.below(50_000)));
      steps.incrementAndGet();
    }
  }

  @Override
  public List<String> figures() {
    return List.of(steps.get() / 2 + " steps back");
  }
}
