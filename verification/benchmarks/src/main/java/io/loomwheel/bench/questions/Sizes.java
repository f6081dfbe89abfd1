package io.loomwheel.bench.questions;

import java.util.List;

/**
 * How big the questions are. Immutable; all numbers positive.
 *
 * @param producers numbers of threads that arm
 * @param blockMillis how long a task blocks that does
 */
public record Sizes(
    List<Integer> producers,
    int held,
    List<Integer> pending,
    int timers,
    int blockMillis,
    int idle) {
  public Sizes {
    producers = positive("producers", producers);
    positive("held", List.of(held));
    pending = positive("pending", pending);
    positive("timers", List.of(timers));
    positive("block-millis", List.of(blockMillis));
    positive("idle", List.of(idle));
  }

  /** {@return the same, with other numbers of timeouts in the background} */
  public Sizes pending(List<Integer> numbers) {
    return new Sizes(producers, held, numbers, timers, blockMillis, idle);
  }

  private static List<Integer> positive(String name, List<Integer> values) {
    for (int value : values) {
      if (!(value > 0)) {
        throw new IllegalArgumentException(name + " must be positive, was " + value);
      }
    }
    return List.copyOf(values);
  }
}
