package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** An inner loop that times each call. Copied for each contestant. */
interface TimedBatch {
  /** Arms all timeouts; {@return how many} */
  long fill(BenchmarkTimer timer, Held held);

  /** Does some calls, from {@link Held#oldest} on; {@return how many} */
  long run(BenchmarkTimer timer, Held held, CallTimes times);
}
