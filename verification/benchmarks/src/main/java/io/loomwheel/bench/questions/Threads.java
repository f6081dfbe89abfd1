package io.loomwheel.bench.questions;

import static java.util.Objects.requireNonNull;

import io.loomwheel.bench.measure.Contestant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** What the threads of this process have done so far, as Linux counts it. Stateless. */
final class Threads {
  /** Of the thread that reads it: the time on a CPU, the time of waiting for one, and a count. */
  private static final Path OWN = Path.of("/proc/thread-self/schedstat");

  private static final Path TASKS = Path.of("/proc/self/task");

  /**
   * {@return that opener, which first throws {@link UnsupportedOperationException} if this system
   * doesn't say}
   */
  static Callable<Contestant> counted(Callable<? extends Contestant> opener) {
    return () -> {
      if (!Files.isReadable(OWN)) {
        throw new UnsupportedOperationException("this system has no " + OWN);
      }
      return opener.call();
    };
  }

  /**
   * {@return the CPU time of all, to the nanosecond, where the JDK's count goes in steps of 10 ms}
   * Those that have ended are left out.
   */
  static long cpuNanos() throws IOException {
    long sum = 0;
    for (String task : requireNonNull(TASKS.toFile().list())) {
      try {
        sum += number(TASKS.resolve(task).resolve("schedstat"), 0);
      } catch (NoSuchFileException e) {
        // the thread has ended, and counts no more
      }
    }
    return sum;
  }

  /** {@return how long the calling thread could have run, but had no CPU} */
  static long waitedNanos() throws IOException {
    return number(OWN, 1);
  }

  private static long number(Path schedstat, int place) throws IOException {
    return Long.parseLong(Files.readString(schedstat).split(" ", -1)[place]);
  }
}
