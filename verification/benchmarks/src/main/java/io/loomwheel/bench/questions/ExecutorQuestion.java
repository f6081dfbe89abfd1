package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.loomwheel.bench.measure.Entrant.Role;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
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
                periodic("with a thread each", Role.SUBJECT, ExecutorQuestion::perTask),
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
                blocking("relayed", Role.SUBJECT, ExecutorQuestion::relayed),
                blocking("JDK per task", Role.PEER, Executors::newVirtualThreadPerTaskExecutor))));
  }

  private static WheelExecutorService perTask() {
    return WheelExecutorService.builder().taskExecutor(Relay.perTask()).build();
  }

  private static VirtualThreadExecutor relayed() {
    return VirtualThreadExecutor.builder().relayed().build();
  }

  private static Entrant periodic(
      String name, Role role, Supplier<? extends ScheduledExecutorService> make) {
    return new Entrant(name, role, () -> new PeriodicLoad(make));
  }

  private static Entrant blocking(
      String name, Role role, Supplier<? extends ExecutorService> make) {
    return new Entrant(name, role, () -> new BlockingBurst(make));
  }
}
