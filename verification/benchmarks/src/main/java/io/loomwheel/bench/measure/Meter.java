package io.loomwheel.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Wall time and CPU time of the whole process since it was started. Used by one thread.
 *
 * <p>The system may count CPU time in steps of 10 ms, which is one reason for rounds of more than a
 * second.
 */
public final class Meter {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final long cpuNanos = SYSTEM.getProcessCpuTime();
  private final long wallNanos = System.nanoTime();

  private Meter() {}

  /** {@return a meter that runs from now on} */
  public static Meter start() {
    return new Meter();
  }

  /**
   * {@return a round of one batch after the other, until that time is over}
   *
   * @param batch says how many operations it did
   */
  public static Round loop(long lengthNanos, LongSupplier batch) {
    long ops = 0;
    Meter meter = start();
    do {
      ops += batch.getAsLong();
    } while (System.nanoTime() - meter.wallNanos < lengthNanos);
    return meter.stop(ops, 1);
  }

  /** Reads the clock, and does nothing else: what a floor does. */
  public static void readClock() {
    if (System.nanoTime() == Long.MIN_VALUE) { // never, but the compiler doesn't know
      throw new IllegalStateException("the clock is broken");
    }
  }

  /** {@return when this meter was started, on the clock of {@link System#nanoTime}} */
  public long startNanos() {
    return wallNanos;
  }

  /** {@return the time since then} */
  public long wallNanos() {
    return System.nanoTime() - wallNanos;
  }

  public long cpuNanos() {
    return SYSTEM.getProcessCpuTime() - cpuNanos;
  }

  /**
   * Reads the meter.
   *
   * @param threads that did them
   * @return the round that ends now
   */
  public Round stop(long ops, int threads) {
    long wall = wallNanos();
    return Round.of(ops, threads, wall, cpuNanos());
  }
}
