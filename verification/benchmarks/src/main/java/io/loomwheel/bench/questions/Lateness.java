package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Percentiles;
import io.loomwheel.bench.timers.RecordedTask;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** How late tasks ran that have all run. Used by one thread. */
final class Lateness {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram nanos = new Histogram(3);
  private final long early;

  Lateness(RecordedTask[] shots) {
    for (RecordedTask shot : shots) {
      nanos.recordValue(Math.max(0, shot.lateNanos()));
    }
    early = Arrays.stream(shots).filter(shot -> shot.lateNanos() < 0).count();
  }

  Extra p50() {
    return new Extra("late p50 ms", millis(50), Fold.MEDIAN);
  }

  Extra p99() {
    return new Extra("p99 ms", millis(99), Fold.MEDIAN);
  }

  Extra max() {
    return new Extra("max ms", nanos.getMaxValue() / NANOS_PER_MILLI, Fold.MAX);
  }

  Extra early() {
    return new Extra("early", early, Fold.SUM);
  }

  Percentiles percentiles() {
    return Percentiles.of(this::millis);
  }

  private double millis(double percentile) {
    return nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
