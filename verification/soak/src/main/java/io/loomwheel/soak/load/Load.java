package io.loomwheel.soak.load;

import io.loomwheel.soak.submitter.SubmitterKind;
import java.util.List;

/**
 * What a wave is made of.
 *
 * @param waveNanos how long timers are armed before the timer is stopped
 * @param quota how many are asked for in a wave, besides what a fault asks for
 * @param kinds of submitters, at least one; faults act on the first
 */
public record Load(long waveNanos, int quota, List<SubmitterKind> kinds) {
  /** Checks that there is something to do. */
  public Load {
    if (waveNanos < 1_000_000 || quota < 100) {
      throw new IllegalArgumentException(
          "a wave must have 1,000,000 ns and 100 timers, was " + waveNanos + " and " + quota);
    }
    kinds = List.copyOf(kinds);
  }
}
