package io.loomwheel.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Where, when and how results were measured. Stateless. */
public final class About {
  private static final double GIB = 1L << 30;

  /** {@return what is measured on here and now, by that command, in a line} */
  public static String line(String command) {
    return String.format(
        Locale.ROOT,
        "%d cores, %.1f GiB, %s %s · %s %s · %s · bench %s · %s",
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() / GIB,
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getProperty("java.vm.name"),
        Runtime.version(),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        command,
        Instant.now().truncatedTo(ChronoUnit.MINUTES));
  }
}
