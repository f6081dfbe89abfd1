package io.loomwheel.examples.demo;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Lets one contestant carry the load for a while.
 *
 * <p>All streams are opened, garbage is collected, which says what is live, and only then is it
 * measured. The streams that fall silent do so in the first quarter of the idle time, so that their
 * timeouts come while it is measured, or are waited for.
 */
record Turn(Load load, FeedServer server, Feeds feeds) {
  /** How much longer than the idle time a timeout is waited for before it counts as lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Plays a turn; the feed is running, and goes on. */
  Sample play(Contestant contestant, Duration measured, long seed) throws InterruptedException {
    long heapBefore = liveBytes(); // what earlier turns have left behind isn't this one's
    contestant.install();
    try {
      Stalls stalls = stalls(contestant, seed);
      CountDownLatch silenced = new CountDownLatch(stalls.count());
      List<Watched> streams = new ArrayList<>();
      List<Runnable> open = new ArrayList<>();
      server.stall(stalls);
      for (int stream = 0; stream < load.streams(); stream++) {
        Watched watched = stalls.falls(stream) ? new Watched(silenced::countDown) : new Watched();
        streams.add(watched);
        open.add(contestant.open(feeds, stream, load.idle(), watched));
      }
      long heapBytes = liveBytes() - heapBefore;
      Meter meter = new Meter(feeds);
      Thread.sleep(measured);
      meter.stop();
      silenced.await(load.idle().plus(PATIENCE).toNanos(), TimeUnit.NANOSECONDS);
      server.stall(Stalls.NONE);
      open.forEach(Runnable::run);
      return meter.sample(heapBytes, Tally.of(streams, stalls, load.idle()));
    } finally {
      contestant.uninstall();
    }
  }

  private Stalls stalls(Contestant contestant, long seed) {
    if (contestant.clockwork() == Contestant.Clockwork.NONE) {
      return Stalls.NONE;
    }
    long within = load.idle().toNanos() / 4;
    return Stalls.draw(load.streams(), load.silent(), within, System.nanoTime(), seed);
  }

  private long liveBytes() {
    server.pause();
    System.gc();
    long bytes = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    server.resume();
    return bytes;
  }

  /** What the process does from its construction until it is stopped. For one thread. */
  static final class Meter {
    private final Feeds feeds;
    private final long startNanos = System.nanoTime();
    private final CpuClock startCpu = CpuClock.read();
    private final long startElements;
    private long cpuNanos;
    private long wallNanos;
    private long elements;

    Meter(Feeds feeds) {
      this.feeds = feeds;
      startElements = feeds.received();
    }

    void stop() {
      elements = feeds.received() - startElements;
      cpuNanos = CpuClock.read().nanosSince(startCpu);
      wallNanos = System.nanoTime() - startNanos;
    }

    Sample sample(long heapBytes, Tally tally) {
      return new Sample(cpuNanos, wallNanos, elements, heapBytes, tally);
    }

    /**
     * A reading of the CPU time of this process. Immutable.
     *
     * <p>On Linux it is read thread by thread, to the nanosecond, and without the threads of the
     * compiler, which works when it likes. Elsewhere it is that of the whole process, in the steps
     * of the system, often 10 ms.
     */
    static final class CpuClock {
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

      /**
       * {@return the CPU time that has passed since an earlier reading, but that of ended threads}
       */
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
  }
}
