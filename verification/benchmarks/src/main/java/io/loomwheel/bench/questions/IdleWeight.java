package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes some timers and weighs them. Each has armed a timeout and cancelled it, for many make their
 * wheels and threads only then. The threads' stacks aren't on the heap. Nothing is timed.
 *
 * @param kind of the timers
 */
record IdleWeight(TimerContestants.Kind kind) implements Contestant {
  /** Few enough that no library warns of too many. */
  private static final int TIMERS = 20;

  static Entrant entrant(TimerContestants.Kind kind) {
    return new Entrant(
        kind.name(),
        kind.role(),
        () -> {
          kind.make().get().close(); // says now if it can't run
          return new IdleWeight(kind);
        });
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    BenchmarkTimer[] timers = new BenchmarkTimer[TIMERS];
    Object[] roots = {timers, Thread.currentThread()};
    long without = Heap.liveBytes();
    long withoutReachable = Heap.reachableBytes(roots);
    try {
      for (int i = 0; i < TIMERS; i++) {
        timers[i] = kind.make().get();
        timers[i].cancel(timers[i].arm(TimeUnit.HOURS.toNanos(1)));
      }
      double bytes = (double) (Heap.liveBytes() - without) / TIMERS;
      // All that one reaches by its thread's class loaders was reached before by this thread's.
      double reachable = (double) (Heap.reachableBytes(roots) - withoutReachable) / TIMERS;
      return Round.of(TIMERS, 1, 0, 0)
          .with(
              List.of(
                  new Extra("bytes an idle timer (heap)", bytes, Fold.MEDIAN),
                  new Extra("bytes an idle timer (JOL)", reachable, Fold.MEDIAN)));
    } finally {
      for (BenchmarkTimer timer : timers) {
        if (timer != null) {
          timer.close();
        }
      }
    }
  }

  @Override
  public void close() {}
}
