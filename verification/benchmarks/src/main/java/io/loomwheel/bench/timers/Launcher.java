package io.loomwheel.bench.timers;

/** A timer as those questions see it that let timeouts fire. Thread-safe. */
public interface Launcher extends AutoCloseable {
  /** Has a shot run once the delay has passed. */
  void launch(Shot shot, long delayNanos);

  /** Ends the timer. */
  @Override
  void close();
}
