package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** 100,000 tasks that each block for 100 ms, handed in at once. Ideal would be 100 ms for all. */
final class BlockingBurst implements Contestant {
  private static final int TASKS = 100_000;
  private static final long BLOCK_MILLIS = 100;

  private final Supplier<? extends ExecutorService> make;

  BlockingBurst(Supplier<? extends ExecutorService> make) {
    this.make = make;
  }

  @Override
  public Round round(long lengthNanos) throws Exception {
    CountDownLatch done = new CountDownLatch(TASKS);
    try (ExecutorService executor = make.get()) {
      Meter meter = Meter.start();
      for (int i = 0; i < TASKS; i++) {
        executor.execute(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(BLOCK_MILLIS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              done.countDown();
            });
      }
      done.await();
      double millis = (System.nanoTime() - meter.startNanos()) / 1e6;
      return meter
          .stop(TASKS, 1)
          .with(List.of(new Extra("over the ideal ms", millis - BLOCK_MILLIS, Fold.MEDIAN)));
    }
  }

  @Override
  public void close() {}
}
