package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkPurgatory;
import io.loomwheel.bench.timers.ProducerKeys;

/** What a producer does with its desk. Copied for each contestant. */
interface Rounder {
  /** Keys that are checked between two reads of the clock. */
  int SIZE = 64;

  /** {@return how many operations were completed and put in anew} */
  long run(BenchmarkPurgatory limbo, ProducerKeys desk, long random);
}
