package io.loomwheel.bench.questions;

import io.loomwheel.bench.timers.BenchmarkTimer;

/** Cancels timeouts in random order, none of them twice, and arms others in their place. */
final class RandomCalls implements LongestCalls.TimedBatch {
  private static final int STEPS = 64;
  private static final long MINUTE_NANOS = 60_000_000_000L;

  /** Of five timeouts four are armed twice. */
  private static final int FIRST_KEPT = 5;

  RandomCalls() {}

  /**
   * Arms all timeouts, and most of them again after cancelling them. So nearly half of what a timer
   * has stored is dead when the round begins, and one that clears up when half is dead does so
   * early in the round.
   */
  @Override
  public long fill(BenchmarkTimer timer, Held held) {
    Object[] handles = held.handles;
    long random = held.random;
    for (int i = 0; i < handles.length; i++) {
      random = Delay.random(random);
      handles[i] = timer.arm(hour(random));
    }
    for (int i = 0; i < handles.length; i++) {
      if (i % FIRST_KEPT != 0) {
        random = Delay.random(random);
        timer.cancel(handles[i]);
        handles[i] = timer.arm(hour(random));
      }
    }
    held.random = random;
    return handles.length;
  }

  @Override
  public long run(BenchmarkTimer timer, Held held, CallTimes times) {
    Object[] handles = held.handles;
    long random = held.random;
    int at = held.oldest;
    int end = Math.min(at + STEPS, handles.length);
    long calls = 2L * (end - at);
    for (; at < end; at++) {
      random = Delay.random(random);
      int chosen = at + (int) (((random >>> 32) * (handles.length - at)) >>> 32);
      Object handle = handles[chosen];
      handles[chosen] = handles[at];
      long start = System.nanoTime();
      timer.cancel(handle);
      times.took(CallTimes.CANCEL, System.nanoTime() - start);

      start = System.nanoTime();
      Object fresh = timer.arm(hour(random));
      times.took(CallTimes.ARM, System.nanoTime() - start);
      handles[at] = fresh;
    }
    held.oldest = at;
    held.random = random;
    return calls;
  }

  /** {@return an hour to an hour and a minute} */
  private static long hour(long random) {
    return 60 * MINUTE_NANOS + (random >>> 1) % MINUTE_NANOS;
  }
}
