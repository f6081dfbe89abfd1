package io.loomwheel;

/**
 * The clock of a timer: nanoseconds from an arbitrary origin.
 *
 * <p>Values are compared by their difference only, so the origin may be anything and the count may
 * wrap around. Any thread may read a clock at any time, with locks held: reading it must not block.
 *
 * <p>How a timer treats a clock that isn't steady:
 *
 * <ul>
 *   <li>While it stands still nothing falls due; the driver wakes up to look about a hundred times
 *       a second. One whose readings are far apart makes timeouts late by as much.
 *   <li>When it leaps ahead, all timeouts that are due by then fire at once, in order, and no
 *       others. The driver sleeps by the JVM's clock, so it may notice the leap up to a second
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
    return WheelTimer.SYSTEM_CLOCK;
  }
}
