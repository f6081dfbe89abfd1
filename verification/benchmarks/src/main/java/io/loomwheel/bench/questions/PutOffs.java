package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.Task;

/** Puts the timeouts off, one after the other. */
final class PutOffs implements Batch {
  PutOffs() {}

  @Override
  public void run(BenchmarkTimer timer, Held held) {
    Object[] handles = held.handles;
    int at = held.oldest;
    for (int i = 0; i < SIZE; i++) {
      Object handle = handles[at];
      Object now = timer.putOff(handle, Task.NONE, 60_000_000_000L);
      if (now != handle) {
        handles[at] = now;
      }
      at = at + 1 == handles.length ? 0 : at + 1;
    }
    held.oldest = at;
  }
}
