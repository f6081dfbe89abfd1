package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** The inner loop of a question. Copied for each contestant. */
interface Batch {
  /** Operations between two reads of the clock. */
  int SIZE = 256;

  /** Does {@link #SIZE} operations. */
  void run(BenchmarkTimer timer, Held held);

  /** Cancels the oldest timeout and arms another in its place. */
  final class OldestPairs implements Batch {
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

  /** Cancels any timeout and arms another in its place. */
  final class RandomPairs implements Batch {
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

  /** Gives any timeout another deadline, earlier or later. */
  final class RandomMoves implements Batch {
    @Override
    public void run(BenchmarkTimer timer, Held held) {
      Object[] handles = held.handles;
      long random = held.random;
      for (int i = 0; i < SIZE; i++) {
        random = Delay.random(random);
        int at = (int) (((random >>> 32) * handles.length) >>> 32);
        handles[at] = timer.putOff(handles[at], Delay.of(random));
      }
      held.random = random;
    }
  }

  /** Puts the timeouts off, one after the other. */
  final class PutOffs implements Batch {
    @Override
    public void run(BenchmarkTimer timer, Held held) {
      Object[] handles = held.handles;
      int at = held.oldest;
      for (int i = 0; i < SIZE; i++) {
        Object handle = handles[at];
        Object now = timer.putOff(handle, 60_000_000_000L);
        if (now != handle) {
          handles[at] = now;
        }
        at = at + 1 == handles.length ? 0 : at + 1;
      }
      held.oldest = at;
    }
  }
}
