package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** The armed timeouts of one producer. Used by one thread at a time. */
final class Held {
  /** Some thousand operations, beside which a yield costs nothing. */
  private static final int BATCHES_PER_YIELD = 16;

  final Object[] handles;

  /** The oldest, if it is always that one that is cancelled. */
  int oldest;

  long random;

  Held(int size, long seed) {
    handles = new Object[size];
    random = (seed * 0x9E3779B97F4A7C15L) | 1;
  }

  /**
   * Works in batches until the time has come, and returns how many operations that were. A virtual
   * thread lets the others in now and then; else those that have no carrier would wait for the end
   * of the round.
   */
  long work(BenchmarkTimer timer, Batch batch, long endNanos) {
    boolean yields = Thread.currentThread().isVirtual();
    long batches = 0;
    do {
      batch.run(timer, this);
      if (++batches % BATCHES_PER_YIELD == 0 && yields) {
        Thread.yield();
      }
    } while (System.nanoTime() - endNanos < 0);
    return batches * Batch.SIZE;
  }

  /** Arms them all and returns how many. */
  long fill(BenchmarkTimer timer) {
    for (int i = 0; i < handles.length; i++) {
      random = Delay.random(random);
      handles[i] = timer.arm(Delay.of(random));
    }
    return handles.length;
  }
}
