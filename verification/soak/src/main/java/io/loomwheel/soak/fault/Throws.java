package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Planned;
import io.loomwheel.soak.load.TestBed;

/** Tasks of which one in four throws an exception. */
final class Throws implements Fault {
  @Override
  public String name() {
    return "throws";
  }

  @Override
  public void inTask(TestBed bed, int submitter) {
    if (Chance.oneIn(4)) {
      throw new IllegalStateException(Planned.MARK);
    }
  }
}
