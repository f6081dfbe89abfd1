package io.loomwheel.bench.questions;

import io.loomwheel.NanoClock;

/**
 * The JVM's clock, which may be put forward, so that what is armed in a moment is spread over a
 * minute. Written by one thread.
 */
final class RunningClock implements NanoClock {
  private volatile long ahead;

  @Override
  public long nanoTime() {
    return System.nanoTime() + ahead;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread
  void putForward(long nanos) {
    ahead += nanos;
  }
}
