package io.loomwheel.examples.heartbeat;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How busy the machine is, from when this is made until it is closed: a platform thread sleeps
 * again and again, and takes down how late it wakes. Thread-safe.
 */
final class Load implements AutoCloseable {
  private static final long SLEEP_MILLIS = 10;
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(SLEEP_MILLIS);

  private final Thread watch = Thread.ofPlatform().daemon().name("load").unstarted(this::watch);

  /** Raised by the watching thread alone. */
  private volatile long latestNanos;

  private volatile boolean closed;

  private Load() {}

  /** {@return a watch that has begun} */
  static Load watchIt() {
    Load load = new Load();
    load.watch.start();
    return load;
  }

  private void watch() {
    long before = System.nanoTime();
    while (!closed) {
      LockSupport.parkNanos(SLEEP_NANOS);
      long now = System.nanoTime();
      latestNanos = Math.max(latestNanos, now - before - SLEEP_NANOS);
      before = now;
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  /** As a sentence: the load average, and the longest that a sleep lasted too long. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "The machine: load average %.1f on %d processors; a thread that sleeps for %d ms woke up to"
            + " %d ms late.",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        Runtime.getRuntime().availableProcessors(),
        SLEEP_MILLIS,
        TimeUnit.NANOSECONDS.toMillis(latestNanos));
  }
}
