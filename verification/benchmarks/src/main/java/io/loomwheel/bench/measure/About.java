package io.loomwheel.bench.measure;

import java.util.Locale;

/**
 * Where, when and how results were measured. Immutable.
 *
 * @param memoryBytes of the machine
 */
public record About(
    String java,
    String flags,
    String system,
    int cores,
    long memoryBytes,
    String command,
    String date) {
  private static final double GIB = 1L << 30;

  /** {@return all of it in a line} */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%d cores, %.1f GiB, %s · %s · %s · bench %s · %s",
        cores,
        memoryBytes / GIB,
        system,
        java,
        flags.isEmpty() ? "default flags" : flags,
        command,
        date);
  }
}
