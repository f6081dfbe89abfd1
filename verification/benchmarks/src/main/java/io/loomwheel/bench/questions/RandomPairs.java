package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** Cancels any timeout and arms another in its place. */
final class RandomPairs implements Batch {
  RandomPairs() {}

  @Override
  public void run(BenchmarkTimer timer, Held held) {
    Object[] handles = held.handles;
    long random = held.random;
    for (int i = 0; i < SIZE; i++) {
      random = Delay.random(random);
      int at = (int) (((random >>> 32) * handles.length) >>> 32);
      timer.cancel(handles[at]);
      handles[at] = timer.arm(Delay.of(random));
    }
    held.random = random;
  }
}
