package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;

/** Reads the clock, and nothing else. One operation is one read. */
final class BareClock implements Contestant {
  private static final int READS = 50_000;

  @Override
  public Round round(long lengthNanos) {
    long ops = 0;
    Meter meter = Meter.start();
    do {
      for (int i = 0; i < READS; i++) {
        if (System.nanoTime() == Long.MIN_VALUE) { // never, but the compiler doesn't know
          throw new IllegalStateException("the clock is broken");
        }
      }
      ops += READS;
    } while (System.nanoTime() - meter.startNanos() < lengthNanos);
    return meter.stop(ops, 1);
  }

  @Override
  public void close() {}
}
