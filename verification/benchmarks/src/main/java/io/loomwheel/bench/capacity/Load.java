package io.loomwheel.bench.capacity;

import java.util.Locale;

/**
 * What a timer has to do, second after second. Immutable.
 *
 * @param pending timeouts at any time
 * @param pairs of arm and cancel a second
 * @param fires a second
 * @param reschedules a second
 * @param tickNanos of the timer
 */
public record Load(long pending, long pairs, long fires, long reschedules, long tickNanos) {
  /** The tick by default. */
  public static final long DEFAULT_TICK_NANOS = 1 << 20;

  private static final long SECOND_NANOS = 1_000_000_000L;

  /** {@return what is measured, with so many pending: little enough for two cores} */
  public static Load steady(long pending) {
    return new Load(pending, 200_000, 20_000, 0, DEFAULT_TICK_NANOS);
  }

  /** {@return how often a second the driver finds something due, if that is spread evenly} */
  double wakeUps() {
    return Math.min((double) fires, (double) SECOND_NANOS / tickNanos);
  }

  /** {@return the setting of the contest with this load} */
  public String setting() {
    return String.format(
        Locale.ROOT, "%,d pending, %,d pairs and %,d fires a second", pending, pairs, fires);
  }
}
