package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.bench.timers.BenchmarkTimer;
import io.loomwheel.bench.timers.TimerContestants;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes a timer, weighs it, fills it, and weighs it again. Nothing is timed.
 *
 * @param kind of the timer
 * @param count of timeouts
 * @param counted whether objects are counted, too
 */
record PendingWeight(TimerContestants.Kind kind, int count, boolean counted) implements Contestant {
  /** An object each. Where fewer are reached, all hang on a thread's stack. */
  private static final long LEAST_BYTES = 8;

  static Entrant entrant(TimerContestants.Kind kind, int count, boolean counted) {
    return new Entrant(
        kind.name(),
        kind.role(),
        () -> {
          kind.make().get().close(); // says now if it can't run
          return new PendingWeight(kind, count, counted);
        });
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    try (BenchmarkTimer timer = kind.make().get()) {
      timer.cancel(timer.arm(TimeUnit.HOURS.toNanos(1)));
      long emptyBytes = Heap.liveBytes();
      long emptyReachable = counted ? Heap.reachableBytes(timer) : 0;
      Background.arm(timer, count);
      List<Extra> extras = new ArrayList<>();
      extras.add(each("heap", Heap.liveBytes() - emptyBytes));
      long reachable = counted ? Heap.reachableBytes(timer) - emptyReachable : 0;
      if (reachable > LEAST_BYTES * count) {
        extras.add(each("JOL", reachable));
      }
      return Round.of(count, 1, 0, 0).with(extras);
    }
  }

  private Extra each(String how, long bytes) {
    return new Extra("bytes a pending timer (" + how + ")", (double) bytes / count, Fold.MEDIAN);
  }

  @Override
  public void close() {}
}
