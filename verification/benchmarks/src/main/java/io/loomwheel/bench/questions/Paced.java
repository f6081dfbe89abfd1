package io.loomwheel.bench.questions;

import com.sun.management.ThreadMXBean;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** A round of an application: steps at a steady pace, what was fired, what was allocated. */
final class Paced {
  private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /**
   * {@return the round, one operation a second of it}
   *
   * @param lengthNanos of the round
   * @param stepNanos between two steps
   * @param step called so often; what was missed is made up for at once
   */
  static Round round(long lengthNanos, long stepNanos, Runnable step, LongAdder fired) {
    long bytes = THREADS.getTotalThreadAllocatedBytes();
    long before = fired.sum();
    Meter meter = Meter.start();
    long done = 0;
    long passed;
    do {
      LockSupport.parkNanos(stepNanos);
      passed = System.nanoTime() - meter.startNanos();
      for (; done < passed / stepNanos; done++) {
        step.run();
      }
    } while (passed < lengthNanos);
    Round measured = meter.stop(1, 1);
    double seconds = measured.wallNanos() / SECOND_NANOS;
    double count = fired.sum() - before;
    double allocated = THREADS.getTotalThreadAllocatedBytes() - bytes;
    return Round.of(1, 1, measured.wallNanos(), Math.round(measured.cpuNanos() / seconds))
        .with(
            List.of(
                new Extra("fired a second", count / seconds, Fold.MEDIAN),
                new Extra("KB a second", allocated / seconds / 1e3, Fold.MEDIAN)));
  }
}
