package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Meter;
import io.loomwheel.bench.measure.Round;
import io.loomwheel.charts.Role;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What executor services do with many tasks that block. */
final class ExecutorQuestion {
  private static final int BLOCKING = 100_000;
  private static final int BLOCK_MILLIS = 100;

  static List<Contest> contests() {
    return List.of(
        new Contest(
            "executor",
            "100,000 tasks at once, each blocks 100 ms",
            "task",
            List.of(
                blocking("WheelExecutorService", Role.SUBJECT, WheelExecutorService::create),
                blocking("with a thread each", Role.SUBJECT, ExecutorQuestion::perTask),
                blocking("VirtualThreadExecutor", Role.SUBJECT, VirtualThreadExecutor::create),
                blocking("JDK per task", Role.PEER, Executors::newVirtualThreadPerTaskExecutor))));
  }

  private static WheelExecutorService perTask() {
    return WheelExecutorService.builder().taskExecutor(Relay.perTask()).build();
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
}
