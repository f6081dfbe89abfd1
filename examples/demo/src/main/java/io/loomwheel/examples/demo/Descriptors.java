package io.loomwheel.examples.demo;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many sockets this process may open. Stateless. */
final class Descriptors {
  /** For what the process opens besides. */
  private static final long SPARE = 200;

  private static final int ENDS = 2;

  private Descriptors() {}

  /** {@return how many connections, both ends here, the system's limit leaves room for} */
  static int roomForConnections() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - SPARE;
      return Math.clamp(free / ENDS, 0, Integer.MAX_VALUE);
    }
    return Integer.MAX_VALUE;
  }
}
