package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A clock that steps back by up to 50 ms, several times a wave. */
final class StepsBack implements Fault {
  private final AtomicLong steps = new AtomicLong();
  private volatile @Nullable WildClock clock;

  @Override
  public String name() {
    return "steps-back";
  }

  @Override
  public NanoClock clock(NanoClock under) {
    WildClock made = new WildClock(under);
    clock = made;
    return made;
  }

  @Override
  public long clockSteps() {
    return steps.get();
  }

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    WildClock made = clock;
    for (int i = 0; made != null && i < 5; i++) {
      TimeUnit.MILLISECONDS.sleep(10 + Chance.below(20));
      steps.incrementAndGet();
      made.move(-TimeUnit.MICROSECONDS.toNanos(1 + Chance.below(50_000)));
      steps.incrementAndGet();
    }
  }

  @Override
  public List<String> figures() {
    return List.of(steps.get() / 2 + " steps back");
  }
}
