package io.loomwheel.soak;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Counts all threads of this JVM by name, the virtual ones too. Stateless. */
final class Threads {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final Pattern NAME = Pattern.compile("^#\\d+ \"([^\"]*)\"", Pattern.MULTILINE);

  /** The JDK's own, that carry virtual threads, delay or wait for processes, and RxJava's pools. */
  private static final Pattern OF_OTHERS =
      Pattern.compile(
          "(ForkJoinPool[-.]|CompletableFutureDelayScheduler|VirtualThread-unblocker"
              + "|VirtualThread-unparker|process reaper|RxComputationThreadPool-"
              + "|RxCachedThreadScheduler-|RxCachedWorkerPoolEvictor-|RxSingleScheduler-).*");

  /** {@return how many threads there are of each name, but for some of the JDK's own} */
  static Map<String, Integer> count() throws IOException {
    Path folder = Files.createTempDirectory("soak-threads");
    Path file = folder.resolve("threads.txt").toAbsolutePath();
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
      Map<String, Integer> counts = new TreeMap<>();
      NAME.matcher(Files.readString(file))
          .results()
          .map(found -> found.group(1))
          .filter(name -> !OF_OTHERS.matcher(name).matches())
          .forEach(name -> counts.merge(name.replaceAll("[0-9]+", "#"), 1, Integer::sum));
      return counts;
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  /**
   * Waits until no more threads are there than before.
   *
   * @param before counted at the start
   * @return those beyond that; empty if all is well
   */
  static Map<String, Integer> beyond(Map<String, Integer> before)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + BOUND_NANOS;
    while (true) {
      Map<String, Integer> more = new TreeMap<>();
      count().forEach((name, n) -> more.put(name, n - before.getOrDefault(name, 0)));
      more.values().removeIf(n -> n <= 0);
      if (more.isEmpty() || System.nanoTime() - end > 0) {
        return more;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
