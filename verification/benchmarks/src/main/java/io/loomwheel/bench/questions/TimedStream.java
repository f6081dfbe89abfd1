package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.function.LongSupplier;

/** A stream that is never idle, from a source on the calling thread. One operation: an element. */
final class TimedStream implements Contestant {
  static final int ELEMENTS = 50_000;

  private final LongSupplier count;
  private final Runnable end;

  /**
   * Makes one.
   *
   * @param end called once, when it is done with
   */
  TimedStream(LongSupplier count, Runnable end) {
    this.count = count;
    this.end = end;
  }

  @Override
  public Round round(long lengthNanos) {
    long ops = 0;
    Meter meter = Meter.start();
    do {
      long came = count.getAsLong();
      if (came != ELEMENTS) {
        throw new IllegalStateException("elements lost: " + came);
      }
      ops += ELEMENTS;
    } while (System.nanoTime() - meter.startNanos() < lengthNanos);
    return meter.stop(ops, 1);
  }

  @Override
  public void close() {
    end.run();
  }
}
