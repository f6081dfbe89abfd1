package io.loomwheel.soak.fault;

import io.loomwheel.NanoClock;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;
import org.jspecify.annotations.Nullable;

/** A clock that a wave holds or moves. */
abstract class ClockFault implements Fault {
  private final String name;
  private volatile @Nullable WildClock clock;

  ClockFault(String name) {
    this.name = name;
  }

  /** As {@link #inWave(TestBed)}, with the timer's clock. */
  abstract void inWave(TestBed bed, WildClock clock) throws InterruptedException;

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final NanoClock clock(NanoClock under) {
    WildClock made = new WildClock(under);
    clock = made;
    return made;
  }

  @Override
  public final void inWave(TestBed bed) throws InterruptedException {
    WildClock made = clock;
    if (made != null) {
      inWave(bed, made);
    }
  }
}
