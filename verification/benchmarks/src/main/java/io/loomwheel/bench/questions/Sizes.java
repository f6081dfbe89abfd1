package io.loomwheel.bench.questions;

import java.util.List;
import java.util.stream.Stream;

/**
 * How big the questions are. Immutable; all numbers positive.
 *
 * @param held by each thread that arms
 * @param pending in the background
 * @param timers that fire in a round
 */
public record Sizes(int held, List<Integer> pending, int timers) {
  public Sizes {
    pending = List.copyOf(pending);
    if (!Stream.concat(pending.stream(), Stream.of(held, timers)).allMatch(it -> it > 0)) {
      throw new IllegalArgumentException(
          "held, pending and timers must be positive, were %d, %s and %d"
              .formatted(held, pending, timers));
    }
  }
}
