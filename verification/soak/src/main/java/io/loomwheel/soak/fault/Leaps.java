package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A clock that leaps ahead, by milliseconds or by days. */
final class Leaps implements Fault {
  private final LongAdder times = new LongAdder();
  private volatile @Nullable WildClock clock;

  @Override
  public String name() {
    return "leaps";
  }

  @Override
  public NanoClock clock(NanoClock under) {
    WildClock made = new WildClock(under);
    clock = made;
    return made;
  }

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    WildClock made = clock;
    for (int i = 0; made != null && i < 5; i++) {
      TimeUnit.MILLISECONDS.sleep(10 + Chance.below(20));
      made.move(
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
