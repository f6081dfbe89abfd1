package io.loomwheel.bench.timers;

/** No timer at all: the handle is a plain object. */
final class BareTimer implements BenchmarkTimer {
  @Override
  public Object arm(long delayNanos) {
    return new Object();
  }

  @Override
  public void cancel(Object handle) {}

  @Override
  public void close() {}
}
