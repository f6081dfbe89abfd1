package io.loomwheel.internal.drive;

import io.loomwheel.internal.wheel.Wheel;
import io.loomwheel.internal.wheel.WheelNode;
import java.util.function.LongSupplier;

/**
 * Reads the clock as nanoseconds since the timer was made, and converts them to ticks.
 *
 * <p>Never goes back behind the latest time that the driver has seen: a timeout armed after the
 * clock stepped back waits its delay from there. Only differences of the clock's values count, so
 * it may wrap.
 */
public final class TickClock {
  /** The clock itself, from its own origin. */
  public final LongSupplier clock;

  private final long origin;
  private final int tickShift;

  /** See {@link Engine.EngineSettings#slack}. */
  private final int slack;

  /** The latest time the driver acted on. Written by it, read by calls that arm. */
  volatile long seen;

  TickClock(LongSupplier clock, int tickShift, int slack) {
    this.clock = clock;
    this.tickShift = tickShift;
    this.slack = slack;
    this.origin = clock.getAsLong();
  }

  /** {@return nanoseconds since the origin, from 0 to just below {@link WheelNode#NEVER_NANOS}} */
  public long now() {
    return Math.min(Math.max(clock.getAsLong() - origin, seen), WheelNode.NEVER_NANOS - 1);
  }

  /** {@return the tick of {@link #now}, behind which no later call goes back} By the driver. */
  long observe() {
    seen = now();
    return seen >> tickShift;
  }

  /** {@return {@link #now}, or the latest time that the driver acted on if the clock fails} */
  public long nowOrSeen() {
    try {
      return now();
    } catch (Throwable unreadable) {
      return seen;
    }
  }

  /**
   * {@return the deadline of a delay from now, which is not negative; one that overflows is never
   * reached} With slack it is rounded up, to a multiple of the greatest power of two in the slack
   * of the delay.
   */
  public long deadlineAfter(long delayNanos) {
    long deadline = now() + delayNanos; // negative if it overflows
    if (deadline >= 0 && slack > 0 && delayNanos >> slack > tickNanos()) {
      deadline = -(-deadline & -Long.highestOneBit(delayNanos >> slack));
    }
    return Long.compareUnsigned(deadline, WheelNode.NEVER_NANOS) > 0
        ? WheelNode.NEVER_NANOS
        : deadline;
  }

  long tickAtOrAfter(long deadlineNanos) {
    return Wheel.tickAtOrAfter(deadlineNanos, tickShift);
  }

  /** {@return when a tick begins} */
  long nanosOf(long tick) {
    return tick > Long.MAX_VALUE >> tickShift ? Long.MAX_VALUE : tick << tickShift;
  }

  /** {@return how long it is until a tick begins; negative once it has} */
  long nanosUntil(long tick) {
    return nanosOf(tick) - now();
  }

  public long tickNanos() {
    return 1L << tickShift;
  }
}
