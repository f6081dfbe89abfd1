package io.loomwheel.bench.questions;

import io.loomwheel.WheelTimer;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import org.jspecify.annotations.Nullable;

/** Runs a loop of its contestant over and over. */
final class Touches implements Contestant {
  private static final int SIZE = 256;

  /** The inner loop. A lambda for each contestant, so that each is compiled for itself. */
  @FunctionalInterface
  interface Loop {
    /**
     * {@return anything that depends on all that was done}
     *
     * @param from where to begin, modulo what there is
     * @param count how many operations
     */
    long run(int from, int count);
  }

  private final @Nullable WheelTimer timer;
  private final Loop loop;
  private int at;

  /** Kept, so that the loops can't be left out. */
  private long sum;

  Touches(@Nullable WheelTimer timer, Loop loop) {
    this.timer = timer;
    this.loop = loop;
  }

  @Override
  public Round round(long lengthNanos) {
    Meter meter = Meter.start();
    long endNanos = meter.startNanos() + lengthNanos;
    long ops = 0;
    do {
      sum += loop.run(at, SIZE);
      at = (at + SIZE) & Integer.MAX_VALUE;
      ops += SIZE;
    } while (System.nanoTime() - endNanos < 0);
    return meter.stop(ops, 1);
  }

  @Override
  public void close() {
    if (sum == 1) {
      throw new IllegalStateException("nothing was done");
    }
    if (timer != null) {
      timer.close();
    }
  }
}
