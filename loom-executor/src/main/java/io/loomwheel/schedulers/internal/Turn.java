package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.drive.Engine;
import org.jspecify.annotations.Nullable;

/**
 * How much of its work one user of a thread does before others have their turn: 128 tasks, and on a
 * thread of another scheduler no more once they have taken a millisecond. Used by that thread.
 */
final class Turn {
  private static final int MOST = 128;
  private static final long NANOS = 1_000_000;

  private final @Nullable Engine clock;
  private int done;
  private long endNanos;

  /** Begins one, with a clock if its length counts. */
  Turn(@Nullable Engine clock) {
    this.clock = clock;
  }

  /** {@return whether to do one more} Reads the clock from the second one on. */
  boolean goesOn() {
    int before = done++;
    if (before == 0 || clock == null) {
      return before < MOST;
    }
    long now = clock.time.nowOrSeen();
    endNanos = before == 1 ? now + NANOS : endNanos;
    return before < MOST && now < endNanos;
  }
}
