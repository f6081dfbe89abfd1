package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Round;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * What all threads of this process have done so far, as Linux counts it; threads that have ended
 * are left out. Immutable.
 *
 * @param cpuNanos to the nanosecond, where the JDK's count goes in steps of 10 ms
 * @param switches how often a thread went to sleep of its own will
 */
record Threads(long cpuNanos, long switches) {
  private static final Path TASKS = Path.of("/proc/self/task");
  private static final Path SCHEDSTAT = Path.of("/proc/self/schedstat");
  private static final String VOLUNTARY = "voluntary_ctxt_switches:";

  /** Throws {@link UnsupportedOperationException} if this system doesn't say. */
  static void check() {
    if (!Files.isReadable(SCHEDSTAT)) {
      throw new UnsupportedOperationException("this system has no " + SCHEDSTAT);
    }
  }

  /** {@return that opener, which checks first} */
  static Callable<Contestant> counted(Callable<? extends Contestant> opener) {
    return () -> {
      check();
      return opener.call();
    };
  }

  /** {@return so many operations, done by one thread since then in that time} */
  Round round(long ops, long wallNanos) throws IOException {
    return Round.of(ops, 1, wallNanos, now().cpuNanos - cpuNanos);
  }

  /** {@return what a second takes while the caller sleeps; one operation is a second} */
  static Round asleep(long lengthNanos) throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    Threads before = now();
    TimeUnit.NANOSECONDS.sleep(lengthNanos);
    Threads after = now();
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    double cpuNanos = (after.cpuNanos - before.cpuNanos) / seconds;
    return Round.of(1, 1, TimeUnit.SECONDS.toNanos(1), Math.round(cpuNanos))
        .with("% of a core", Math.rint(cpuNanos / 1e5) / 100)
        .with("wake-ups/s", (after.switches - before.switches) / seconds);
  }

  static Threads now() throws IOException {
    long cpuNanos = 0;
    long switches = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        try {
          cpuNanos += cpuNanos(task);
          switches += switches(task);
        } catch (NoSuchFileException e) {
          // the thread has ended, and counts no more
        }
      }
    }
    return new Threads(cpuNanos, switches);
  }

  private static long cpuNanos(Path task) throws IOException {
    String text = Files.readString(task.resolve("schedstat"));
    return Long.parseLong(text.substring(0, text.indexOf(' ')));
  }

  private static long switches(Path task) throws IOException {
    for (String line : Files.readAllLines(task.resolve("status"))) {
      if (line.startsWith(VOLUNTARY)) {
        return Long.parseLong(line.substring(VOLUNTARY.length()).strip());
      }
    }
    return 0;
  }
}
