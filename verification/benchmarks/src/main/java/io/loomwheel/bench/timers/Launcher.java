package io.loomwheel.bench.timers;

/** A timer as those questions see it that let timeouts fire. Thread-safe. */
public interface Launcher extends AutoCloseable {
  /** Runs a recorded task after the delay. */
  void launch(RecordedTask shot, long delayNanos);

  /** Ends the timer. */
  @Override
  void close();
}
