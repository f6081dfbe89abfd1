package io.loomwheel.bench.timers;

import java.util.OptionalLong;

/**
 * A timer as those questions see it that arm and cancel. Thread-safe unless it says otherwise. All
 * timers share one task that does nothing, so that only what the timer itself allocates counts.
 */
public interface BenchmarkTimer extends AutoCloseable {
  /** {@return a handle of a new timeout that is due after the delay} */
  Object arm(long delayNanos);

  /** Cancels the timeout of a handle. */
  void cancel(Object handle);

  /** {@return the handle of the timeout, put off until the delay has passed from now} */
  default Object putOff(Object handle, long delayNanos) {
    cancel(handle);
    return arm(delayNanos);
  }

  /** {@return how often its thread has looked for work so far; none if it doesn't say} */
  default OptionalLong wakeUps() {
    return OptionalLong.empty();
  }

  /** Ends the timer. */
  @Override
  void close();
}
