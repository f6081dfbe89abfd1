package io.loomwheel.bench.measure;

import java.util.List;

/**
 * What one round of one contestant came to. Immutable.
 *
 * @param ops operations done by all threads together
 * @param threads that did them at the same time
 * @param wallNanos from the start of the round to its end
 * @param cpuNanos of the whole process in that time, garbage collector and all
 */
public record Round(
    long ops, int threads, long wallNanos, long cpuNanos, List<Extra> extras, Percentiles late) {
  public Round {
    if (!(ops > 0)) {
      throw new IllegalArgumentException("ops must be positive, was " + ops);
    }
    extras = List.copyOf(extras);
  }

  /** {@return a round with nothing else observed} */
  public static Round of(long ops, int threads, long wallNanos, long cpuNanos) {
    return new Round(ops, threads, wallNanos, cpuNanos, List.of(), Percentiles.none());
  }

  /** {@return the same round, with what else was observed} */
  public Round with(List<Extra> observed) {
    return new Round(ops, threads, wallNanos, cpuNanos, observed, late);
  }

  /** {@return the same round, with how late timeouts were} */
  public Round late(Percentiles measured) {
    return new Round(ops, threads, wallNanos, cpuNanos, extras, measured);
  }

  double cpuNanosPerOp() {
    return (double) cpuNanos / ops;
  }

  /** {@return how long an operation took, seen from a thread that does one after the other} */
  double wallNanosPerOp() {
    return (double) wallNanos * threads / ops;
  }
}
