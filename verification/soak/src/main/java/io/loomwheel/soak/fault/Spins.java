package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;

/** Tasks that keep a core busy for milliseconds. */
final class Spins implements Fault {
  private static final long NANOS = 5_000_000;

  @Override
  public String name() {
    return "spins";
  }

  @Override
  public void inTask(TestBed bed, int submitter) {
    if (Chance.oneIn(100)) {
      long end = System.nanoTime() + NANOS;
      while (System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
    }
  }
}
