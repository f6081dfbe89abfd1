package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** The inner loops of the two threads between which handles go. Copied for each contestant. */
interface Relayed {
  /** Hand-overs between two looks at the clock. */
  int SIZE = 256;

  /** Arms {@link #SIZE} timeouts and hands them over; {@code first} is the first's number. */
  void send(BenchmarkTimer timer, BatchHandoff pipe, long first, Held random);

  /** Takes {@link #SIZE} handles and cancels their timeouts. */
  void take(BenchmarkTimer timer, BatchHandoff pipe, long first);
}
