package io.loomwheel.bench.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one round of one contestant came to. Immutable.
 *
 * @param values by name, in the order in which a table shows them; less is better
 * @param late by how many nanoseconds its timeouts were late; empty if that wasn't measured
 */
public record Round(Map<String, Double> values, Histogram late) {
  /** Nanoseconds per operation, of the whole process. */
  static final String CPU = "CPU ns";

  /**
   * {@return a round with nothing else observed}
   *
   * @param ops operations done by all threads together
   * @param threads that did them at the same time, each one after the other
   * @param wallNanos from the start of the round to its end
   * @param cpuNanos of the whole process in that time, garbage collector and all
   */
  public static Round of(long ops, int threads, long wallNanos, long cpuNanos) {
    if (!(ops > 0)) {
      throw new IllegalArgumentException("ops must be positive, was " + ops);
    }
    return new Round(Map.of(CPU, (double) cpuNanos / ops), new Histogram(3))
        .with("wall ns", (double) wallNanos * threads / ops);
  }

  /** {@return the same round, with something else that was observed} */
  public Round with(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new Round(more, late);
  }

  /** {@return the same round, with how late timeouts were} */
  public Round late(Histogram measured) {
    return new Round(values, measured);
  }
}
