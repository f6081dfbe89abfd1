package io.loomwheel.soak.load;

/**
 * How fast a load goes.
 *
 * @param waveNanos how long timers are armed before the timer is stopped
 * @param quota how many are asked for in a wave, besides what a fault asks for
 */
public record Pace(long waveNanos, int quota) {
  /** Checks that there is something to do. */
  public Pace {
    if (waveNanos < 1_000_000 || quota < 100) {
      throw new IllegalArgumentException(
          "a wave must have 1,000,000 ns and 100 timers, was " + waveNanos + " and " + quota);
    }
  }
}
