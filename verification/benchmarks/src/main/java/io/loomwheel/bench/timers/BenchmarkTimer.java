package io.loomwheel.bench.timers;

/** A timer as the questions see it. Thread-safe unless it says otherwise. */
public interface BenchmarkTimer extends AutoCloseable {
  /** {@return a handle of a new timeout, whose task runs after the delay} */
  Object arm(Task task, long delayNanos);

  /**
   * {@return a handle of a new timeout that does nothing after the delay} All share one task, so
   * that only what the timer itself allocates counts.
   */
  default Object arm(long delayNanos) {
    return arm(Task.NONE, delayNanos);
  }

  /** Cancels the timeout of a handle. */
  void cancel(Object handle);

  /** {@return the handle of the timeout, put off until the delay has passed from now} */
  default Object putOff(Object handle, long delayNanos) {
    cancel(handle);
    return arm(delayNanos);
  }

  /** Ends the timer. */
  @Override
  default void close() {}
}
