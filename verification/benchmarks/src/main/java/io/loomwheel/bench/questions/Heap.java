package io.loomwheel.bench.questions;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jol.info.GraphStats;

/** Weighs what is on the heap. Stateless. */
final class Heap {
  /** Longer than the longest tick, in which a timer's thread may take in what was armed. */
  private static final int PAUSE_MILLIS = 200;

  private static final int MOST_COLLECTIONS = 100;
  private static final long STILL_BYTES = 1024;

  static {
    // Lambdas don't say by themselves where their fields are.
    System.setProperty("jol.magicFieldOffset", "true");
  }

  /**
   * {@return the bytes that outlive a garbage collection, once they no longer change} Read as the
   * collector left them: later on, space that threads have set aside for themselves counts too.
   */
  static long liveBytes() throws InterruptedException {
    long last = collect();
    for (int i = 0; i < MOST_COLLECTIONS; i++) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      long now = collect();
      if (Math.abs(now - last) <= STILL_BYTES) {
        return now;
      }
      last = now;
    }
    throw new IllegalStateException("the heap must come to rest, went on to " + last);
  }

  private static long collect() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  /**
   * {@return the bytes of all that can be reached from there, counted object by object} What a
   * thread has on its stack isn't reached.
   */
  static long reachableBytes(Object... roots) throws Exception {
    return Muted.call(() -> GraphStats.parseInstance(roots).totalSize());
  }

  /**
   * Keeps back what a library prints, which would end up between the tables. The JVM's own warning
   * of libraries that use {@code Unsafe} isn't kept back. Stateless; used while no other thread
   * prints.
   */
  static final class Muted {
    /** {@return what the library returns} */
    static <T> T call(Callable<T> library) throws Exception {
      PrintStream out = System.out;
      PrintStream err = System.err;
      PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
      System.setOut(nowhere);
      System.setErr(nowhere);
      try {
        return library.call();
      } finally {
        System.setOut(out);
        System.setErr(err);
      }
    }
  }
}
