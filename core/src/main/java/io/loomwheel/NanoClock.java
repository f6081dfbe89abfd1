package io.loomwheel;

/**
 * Where a timer reads the time: nanoseconds from an arbitrary origin.
 *
 * <p>Values are compared by difference alone, so the origin may be anything and the count may wrap
 * around. A clock may be read by any thread at any time.
 *
 * <p>What a timer makes of a clock that isn't steady:
 *
 * <ul>
 *   <li>While it stands still nothing falls due; the driver looks at it a hundred times a second at
 *       most.
 *   <li>When it leaps ahead, all that is due by then fires at once, in order, and nothing else
 *       does. The driver sleeps by the time of the JVM, so it may meet the leap up to a second
 *       later.
 *   <li>When it steps back, time stands still for the timer until the clock has caught up with the
 *       latest value that the driver acted on: nothing is lost, nothing fires early.
 * </ul>
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
    return SystemClock.INSTANCE;
  }
}
