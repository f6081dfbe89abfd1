package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
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
final class ExecutorQuestion {
  private static final int BLOCKING = 100_000;
  private static final int BLOCK_MILLIS = 100;

  private static final int PERIODIC = 10_000;
  private static final int RUNS = 100;
  private static final long PERIOD_NANOS = 100_000_000;
  private static final long LEAD_NANOS = 200_000_000;

  static List<Contest> contests() {
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
    return new Entrant(name, role, () -> length -> period(make));
  }

  private static Entrant blocking(
      String name, Role role, Supplier<? extends ExecutorService> make) {
    return new Entrant(name, role, () -> length -> block(make));
  }

  /** Tasks that each block, handed in at once. Ideal would be the time of one for all. */
  private static Round block(Supplier<? extends ExecutorService> make) throws Exception {
    CountDownLatch done = new CountDownLatch(BLOCKING);
    try (ExecutorService executor = make.get()) {
      Meter meter = Meter.start();
      for (int i = 0; i < BLOCKING; i++) {
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
      double millis = meter.wallNanos() / 1e6;
      return meter.stop(BLOCKING, 1).with("over the ideal ms", millis - BLOCK_MILLIS);
    }
  }

  /**
   * Tasks with a period, for ten seconds, which are looked at half a period after the last run is
   * due. One operation is one run.
   */
  private static Round period(Supplier<? extends ScheduledExecutorService> make) throws Exception {
    AtomicIntegerArray runs = new AtomicIntegerArray(PERIODIC);
    List<Future<?>> futures = new ArrayList<>(PERIODIC);
    try (ScheduledExecutorService executor = make.get()) {
      Meter meter = Meter.start();
      long first = meter.startNanos() + LEAD_NANOS;
      for (int i = 0; i < PERIODIC; i++) {
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
      for (int i = 0; i < PERIODIC; i++) {
        missed += Math.max(0, RUNS - runs.get(i));
        extra += Math.max(0, runs.get(i) - RUNS);
      }
      Round round = meter.stop((long) PERIODIC * RUNS, 1);
      futures.forEach(future -> future.cancel(false));
      return round.with(new Extra("missed", missed, Fold.SUM), new Extra("extra", extra, Fold.SUM));
    }
  }
}
