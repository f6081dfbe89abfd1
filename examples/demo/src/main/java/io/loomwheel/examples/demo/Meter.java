package io.loomwheel.examples.demo;

/** What the process does from its construction until it is stopped. For one thread. */
final class Meter {
  private final Feeds feeds;
  private final long startNanos = System.nanoTime();
  private final CpuClock startCpu = CpuClock.read();
  private final long startElements;
  private long cpuNanos;
  private long wallNanos;
  private long elements;

  Meter(Feeds feeds) {
    this.feeds = feeds;
    startElements = feeds.received();
  }

  void stop() {
    elements = feeds.received() - startElements;
    cpuNanos = CpuClock.read().nanosSince(startCpu);
    wallNanos = System.nanoTime() - startNanos;
  }

  Sample sample(long heapBytes, Tally tally) {
    return new Sample(cpuNanos, wallNanos, elements, heapBytes, tally);
  }
}
