package io.loomwheel.bench;

import com.sun.management.OperatingSystemMXBean;
import io.loomwheel.bench.measure.About;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Says what the numbers were measured on. Stateless. */
final class Machine {
  private Machine() {}

  static About about(String command, Instant now) {
    return new About(
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        command,
        now.truncatedTo(ChronoUnit.MINUTES).toString());
  }
}
