package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** Cancels the oldest timeout and arms another in its place. */
final class OldestPairs implements Batch {
  OldestPairs() {}

  @Override
  public void run(BenchmarkTimer timer, Held held) {
    Object[] handles = held.handles;
    long random = held.random;
    int at = held.oldest;
    for (int i = 0; i < SIZE; i++) {
      random = Delay.random(random);
      timer.cancel(handles[at]);
      handles[at] = timer.arm(Delay.of(random));
      at = at + 1 == handles.length ? 0 : at + 1;
    }
    held.oldest = at;
    held.random = random;
  }
}
