package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;

/**
 * Tasks with a period of 100 ms for ten seconds, which is looked at half a period after the last
 * run is due. One operation is one run.
 */
final class PeriodicLoad implements Contestant {
  private static final int TASKS = 10_000;
  private static final int RUNS = 100;
  private static final long PERIOD_NANOS = 100_000_000L;
  private static final long LEAD_NANOS = 200_000_000L;

  private final Supplier<? extends ScheduledExecutorService> make;

  PeriodicLoad(Supplier<? extends ScheduledExecutorService> make) {
    this.make = make;
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
    List<Future<?>> futures = new ArrayList<>(TASKS);
    try (ScheduledExecutorService executor = make.get()) {
      Meter meter = Meter.start();
      long first = meter.startNanos() + LEAD_NANOS;
      for (int i = 0; i < TASKS; i++) {
        int task = i;
        futures.add(
            executor.scheduleAtFixedRate(
                () -> runs.incrementAndGet(task),
                first - System.nanoTime(),
                PERIOD_NANOS,
                TimeUnit.NANOSECONDS));
      }
      long end = first + (RUNS - 1) * PERIOD_NANOS + PERIOD_NANOS / 2;
      TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
      int missed = 0;
      int extra = 0;
      for (int i = 0; i < TASKS; i++) {
        missed += Math.max(0, RUNS - runs.get(i));
        extra += Math.max(0, runs.get(i) - RUNS);
      }
      Round round = meter.stop((long) TASKS * RUNS, 1);
      futures.forEach(future -> future.cancel(false));
      return round.with(
          List.of(new Extra("missed", missed, Fold.SUM), new Extra("extra", extra, Fold.SUM)));
    }
  }

  @Override
  public void close() {}
}
