package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;

/** Nothing goes wrong: what the others are to be compared with. */
final class Calm implements Fault {
  @Override
  public String name() {
    return "calm";
  }
}
