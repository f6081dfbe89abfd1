package io.loomwheel.bench.measure;

import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What one round of one contestant came to. Immutable.
 *
 * @param late by how many nanoseconds its timeouts were late; empty if that wasn't measured
 */
public record Round(List<Extra> values, Histogram late) {
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
    return new Round(
        List.of(
            new Extra(Score.CPU, (double) cpuNanos / ops, false),
            new Extra(Score.WALL, (double) wallNanos * threads / ops, false)),
        new Histogram(3));
  }

  /** {@return the same round, with a value of which the one in the middle counts} */
  public Round with(String name, double value) {
    return with(new Extra(name, value, false));
  }

  /** {@return the same round, with a value of which the greatest counts} */
  public Round withWorst(String name, double value) {
    return with(new Extra(name, value, true));
  }

  private Round with(Extra observed) {
    return new Round(Stream.concat(values.stream(), Stream.of(observed)).toList(), late);
  }

  /** {@return the same round, with how late timeouts were} */
  public Round late(Histogram measured) {
    return new Round(values, measured);
  }
}
