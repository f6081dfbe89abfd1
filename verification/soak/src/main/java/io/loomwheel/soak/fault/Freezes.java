package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A clock that stands still for a while, several times a wave. */
final class Freezes implements Fault {
  private final LongAdder times = new LongAdder();
  private volatile @Nullable WildClock clock;

  @Override
  public String name() {
    return "freezes";
  }

  @Override
  public NanoClock clock(NanoClock under) {
    WildClock made = new WildClock(under);
    clock = made;
    return made;
  }

  @Override
  public long clockSteps() {
    return times.sum(); // one that read the time just before may read an older one just after
  }

  @Override
  public void inWave(TestBed bed) throws InterruptedException {
    WildClock made = clock;
    for (int i = 0; made != null && i < 3; i++) {
      times.increment();
      made.hold();
      times.increment();
      TimeUnit.MILLISECONDS.sleep(20 + Chance.below(40));
      times.increment();
      made.release();
      times.increment();
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Override
  public List<String> figures() {
    return List.of(times.sum() / 4 + " times held");
  }
}
