package io.loomwheel.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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

  /** {@return what is measured on here and now, by that command} */
  public static About now(String command) {
    return new About(
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        command,
        Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
  }

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
