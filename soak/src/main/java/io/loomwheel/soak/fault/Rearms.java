package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Rig;

/** Tasks that arm their successor, through the door that they came from. */
final class Rearms implements Fault {
  @Override
  public String name() {
    return "rearms";
  }

  @Override
  public void inTask(Rig rig, int door) {
    if (!rig.isStopping() && !Chance.oneIn(3)) {
      rig.arm(door, Chance.below(5_000_000));
    }
  }
}
