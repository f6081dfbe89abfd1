package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkPurgatory;
import io.loomwheel.bench.timers.ProducerKeys;

/** Turns a key at random, checks it, and puts in anew what has completed. */
final class RandomKeys implements PurgatoryQuestion.Rounder {
  RandomKeys() {}

  @Override
  public long run(BenchmarkPurgatory limbo, ProducerKeys desk, long seed) {
    long ops = 0;
    long random = seed;
    for (int i = 0; i < SIZE; i++) {
      random = Delay.random(random);
      int key = (int) ((random >>> 1) % desk.keyCount());
      desk.turn(key);
      int completed = limbo.check(desk, key);
      int again = desk.refill(limbo);
      if (again != completed) {
        throw new IllegalStateException(completed + " completed, " + again + " cells are empty");
      }
      ops += again;
    }
    return ops;
  }
}
