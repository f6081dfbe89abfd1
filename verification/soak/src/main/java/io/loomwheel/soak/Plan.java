package io.loomwheel.soak;

import io.loomwheel.soak.fault.Kind;
import io.loomwheel.soak.load.Fault;
import io.loomwheel.soak.load.Load;
import io.loomwheel.soak.load.Together;
import java.time.Duration;
import java.util.List;

/**
 * What is to be played.
 *
 * @param kinds of faults, at least one
 * @param together whether all at once
 * @param nanos how long each
 * @param length how long to play, at least; zero means the number of passes
 */
record Plan(
    List<Kind> kinds,
    boolean together,
    long nanos,
    int passes,
    Duration length,
    Load load,
    long seed) {
  Plan {
    kinds = List.copyOf(kinds);
    if (nanos <= 0) {
      throw new IllegalArgumentException("seconds must be positive, was " + nanos / 1e9);
    }
    if (passes < 1) {
      throw new IllegalArgumentException("passes must be positive, was " + passes);
    }
    if (length.isNegative()) {
      throw new IllegalArgumentException("minutes must not be negative, was " + length.toMinutes());
    }
  }

  /** {@return new faults for one pass} */
  List<Fault> faults() {
    List<Fault> faults = kinds.stream().map(Kind::make).toList();
    return together && faults.size() > 1 ? List.of(new Together(faults)) : faults;
  }

  boolean isDone(int played, long tookNanos) {
    return length.isZero() ? played >= passes : tookNanos >= length.toNanos();
  }
}
