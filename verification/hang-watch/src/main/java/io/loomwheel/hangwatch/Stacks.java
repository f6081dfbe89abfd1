package io.loomwheel.hangwatch;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What jcmd's Thread.dump_to_file writes, as text. */
final class Stacks {
  private Stacks() {}

  /** {@return the stacks of all threads, or why there are none} */
  static String ofAllThreads() {
    try {
      Path dir = Files.createTempDirectory("stacks");
      Path file = dir.resolve("threads.txt"); // must not exist
      try {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .dumpThreads(file.toAbsolutePath().toString(), ThreadDumpFormat.TEXT_PLAIN);
        return Files.readString(file);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(dir);
      }
    } catch (IOException | RuntimeException e) {
      return "no stacks: " + e;
    }
  }
}
