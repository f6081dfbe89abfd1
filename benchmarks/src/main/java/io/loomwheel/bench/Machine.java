package io.loomwheel.bench;

import java.lang.management.ManagementFactory;

/** Says what the numbers were measured on. Stateless. */
final class Machine {
  private Machine() {}

  static String describe() {
    return String.format(
        "%s %s, %s %s, %d processors, %s",
        System.getProperty("java.vm.name"),
        Runtime.version(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
  }
}
