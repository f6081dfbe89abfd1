package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.TestBed;

/** Tasks that arm their successor, through the submitter that they came from. */
final class Rearms implements Fault {
  @Override
  public String name() {
    return "rearms";
  }

  @Override
  public void inTask(TestBed bed, int submitter) {
    if (!bed.isStopping() && !Chance.oneIn(3)) {
      bed.arm(submitter, Chance.below(5_000_000));
    }
  }
}
