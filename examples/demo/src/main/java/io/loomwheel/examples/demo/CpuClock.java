package io.loomwheel.examples.demo;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A reading of the CPU time of this process. Immutable.
 *
 * <p>On Linux it is read thread by thread, to the nanosecond, and without the threads of the
 * compiler, which works when it likes. Elsewhere it is that of the whole process, in the steps of
 * the system, often 10 ms.
 */
final class CpuClock {
  private static final Path TASKS = Path.of("/proc/self/task");
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** The compiler's threads, as the system abbreviates their names. */
  private static final Pattern COMPILERS = Pattern.compile("C[12] Comp");

  private final Map<String, Long> nanosByThread = new HashMap<>();

  private CpuClock() {}

  static CpuClock read() {
    CpuClock clock = new CpuClock();
    if (Files.isDirectory(TASKS)) {
      clock.readThreads();
    }
    if (clock.nanosByThread.isEmpty()) {
      clock.nanosByThread.put("", SYSTEM.getProcessCpuTime());
    }
    return clock;
  }

  /** {@return the CPU time that has passed since an earlier reading, but that of ended threads} */
  long nanosSince(CpuClock earlier) {
    long sum = 0;
    for (Map.Entry<String, Long> thread : nanosByThread.entrySet()) {
      sum += thread.getValue() - earlier.nanosByThread.getOrDefault(thread.getKey(), 0L);
    }
    return sum;
  }

  private void readThreads() {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(TASKS)) {
      threads.forEach(this::readThread);
    } catch (IOException e) {
      // this system doesn't show them
    }
  }

  private void readThread(Path thread) {
    try {
      if (!COMPILERS.matcher(Files.readString(thread.resolve("comm"))).lookingAt()) {
        String numbers = Files.readString(thread.resolve("schedstat"));
        nanosByThread.put(
            thread.getFileName().toString(),
            Long.parseLong(numbers.substring(0, numbers.indexOf(' '))));
      }
    } catch (IOException ended) {
      // it counts no more; the others do
    }
  }
}
