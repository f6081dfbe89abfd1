package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** Arms on one side of a pipe and cancels on the other. */
final class Handing implements Relayed {
  Handing() {}

  @Override
  public void send(BenchmarkTimer timer, BatchHandoff pipe, long first, Held random) {
    long x = random.random;
    for (int i = 0; i < SIZE; i++) {
      x = Delay.random(x);
      pipe.put(first + i, timer.arm(Delay.of(x)));
    }
    random.random = x;
  }

  @Override
  public void take(BenchmarkTimer timer, BatchHandoff pipe, long first) {
    for (int i = 0; i < SIZE; i++) {
      timer.cancel(pipe.take(first + i));
    }
  }
}
