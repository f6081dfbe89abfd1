package io.loomwheel;

/**
 * Where a timer reads the time: nanoseconds from an arbitrary origin.
 *
 * <p>Values are compared by difference alone, so the origin may be anything and the count may wrap
 * around. A clock may be read by any thread at any time. One that steps back is tolerated: the
 * timer keeps the latest value that it has seen.
 */
@FunctionalInterface
public interface NanoClock {
  /**
   * {@return nanoseconds since some fixed moment; only the difference of two readings means
   * anything}
   */
  long nanoTime();

  /** {@return the JVM's monotonic clock, {@link System#nanoTime()}} */
  static NanoClock system() {
    return System::nanoTime;
  }
}
