package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Contestant;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.bench.measure.Extra;
import io.loomwheel.bench.measure.Extra.Fold;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;

/** What executor services do under a load of periodic tasks, or of tasks that block. */
final class ExecutorQuestion implements Question {
  @Override
  public List<Contest> contests(Sizes sizes) {
    return List.of(
        new Contest(
            "executor",
            "10,000 tasks every 100 ms for 10 s",
            "run",
            false,
            List.of(
                periodic("WheelExecutorService", Role.SUBJECT, WheelExecutorService::create),
                periodic("STPE(2)", Role.PEER, () -> new ScheduledThreadPoolExecutor(2)))),
        new Contest(
            "executor",
            "100,000 tasks at once, each blocks 100 ms",
            "task",
            false,
            List.of(
                blocking("WheelExecutorService", Role.SUBJECT, WheelExecutorService::create),
                blocking("with a thread each", Role.SUBJECT, ExecutorQuestion::perTask),
                blocking("VirtualThreadExecutor", Role.SUBJECT, VirtualThreadExecutor::create),
                blocking("JDK per task", Role.PEER, Executors::newVirtualThreadPerTaskExecutor))));
  }

  private static WheelExecutorService perTask() {
    return WheelExecutorService.builder().taskExecutor(Relay.perTask()).build();
  }

  private static Entrant periodic(
      String name, Role role, Supplier<? extends ScheduledExecutorService> make) {
    return new Entrant(name, role, () -> new PeriodicLoad(make));
  }

  private static Entrant blocking(
      String name, Role role, Supplier<? extends ExecutorService> make) {
    return new Entrant(name, role, () -> new BlockingBurst(make));
  }

  /** 100,000 tasks that each block for 100 ms, handed in at once. Ideal would be 100 ms for all. */
  static final class BlockingBurst implements Contestant {
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

  /**
   * Tasks with a period of 100 ms for ten seconds, which is looked at half a period after the last
   * run is due. One operation is one run.
   */
  static final class PeriodicLoad implements Contestant {
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
}
