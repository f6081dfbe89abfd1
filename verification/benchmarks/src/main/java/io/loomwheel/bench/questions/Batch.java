package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** The inner loop of a question. Copied for each contestant. */
interface Batch {
  /** Operations between two reads of the clock. */
  int SIZE = 256;

  /** Does {@link #SIZE} operations. */
  void run(BenchmarkTimer timer, Held held);
}
