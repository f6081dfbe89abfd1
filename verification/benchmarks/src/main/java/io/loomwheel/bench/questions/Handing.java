package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.Alarm;

/** Arms on one side of a pipe and cancels on the other. */
final class Handing implements Relayed {
  Handing() {}

  @Override
  public void send(Alarm alarm, Pipe pipe, long first, Held random) {
    long x = random.random;
    for (int i = 0; i < SIZE; i++) {
      x = Delay.random(x);
      pipe.put(first + i, alarm.arm(Delay.of(x)));
    }
    random.random = x;
  }

  @Override
  public void take(Alarm alarm, Pipe pipe, long first) {
    for (int i = 0; i < SIZE; i++) {
      alarm.cancel(pipe.take(first + i));
    }
  }
}
