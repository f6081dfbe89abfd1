package io.loomwheel.bench.measure;

import java.util.Locale;

/**
 * Where, when and how results were measured. Immutable.
 *
 * @param java name and version of the virtual machine
 * @param flags that it was started with
 * @param system name and kind of processor
 * @param cores that the virtual machine may use
 * @param memoryBytes of the machine
 * @param command the arguments of the benchmarks
 * @param date when it began, in UTC
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
