package io.loomwheel.soak.fault;

import io.loomwheel.soak.load.Fault;

/**
 * Deadlines of nanoseconds to microseconds, which pass before the call that asks for them returns.
 */
final class Tight implements Fault {
  private static final int LONGEST_NANOS = 100_000;

  @Override
  public String name() {
    return "tight";
  }

  @Override
  public long delay(long under) {
    return Chance.oneIn(2) ? 1 + Chance.below(LONGEST_NANOS) : 1 + Chance.below(1_000);
  }
}
