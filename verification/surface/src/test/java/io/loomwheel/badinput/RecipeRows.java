package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.runsAfterASecond;
import static io.loomwheel.badinput.Outcome.waitsForEver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.recipes.HeartbeatTask;
import io.loomwheel.recipes.IdleTimeout;
import io.loomwheel.recipes.LeaseRenewal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** {@code io.loomwheel.recipes}, but for retries. */
final class RecipeRows {
  private static final Outcome STARTED = rejects(IllegalStateException.class, "started before");

  static List<Table<?>> tables() {
    return List.of(idle(), listener(), heartbeats(), channel(), renewal(), lease());
  }

  private static IdleTimeout idle(World world) {
    return IdleTimeout.start(world.timer, Duration.ofSeconds(1), idle -> world.task.run());
  }

  private static Table<IdleTimeout> idle() {
    Table<IdleTimeout> table =
        Table.of(IdleTimeout.class, RecipeRows::idle)
            .state("closed", (world, idle) -> idle.close())
            .state("paused", (world, idle) -> idle.pause())
            .state("unwatched", (world, idle) -> world.timer.stop());
    table
        .row("start(WheelTimer timer, Duration limit, Listener listener)")
        .normally(runsAfterASecond())
        .positive("limit", "limit must be positive, was {}", waitsForEver())
        .given("timer", "stopped", World::stopped, TimerRows.STOPPED);
    table
        .row("touch()")
        .in("closed", returns(false))
        .in("paused", returns(false))
        .in("unwatched", returns(false));
    table.asking("pause()", "resume()", "close()");
    table.row("isIdle()").inEachState(returns(false));
    table.row("isClosed()").trueIn("closed", "unwatched");
    return table;
  }

  private static Table<IdleTimeout.Listener> listener() {
    Table<IdleTimeout.Listener> table = Table.of(IdleTimeout.Listener.class, world -> idle -> {});
    table.written("idle(IdleTimeout idle)");
    table.row("unwatched(RejectedExecutionException why)");
    return table;
  }

  private static Table<HeartbeatTask> heartbeats() {
    Table<HeartbeatTask> table =
        Table.of(
                HeartbeatTask.class,
                world -> HeartbeatTask.start(world.timer, Duration.ofSeconds(1), 1, channel(world)))
            .state("closed", (world, task) -> task.close())
            .state("paused", (world, task) -> task.pause())
            .state("unwatched", (world, task) -> world.timer.stop());
    table
        .row("start(WheelTimer timer, Duration interval, int unanswered, Channel channel)")
        .normally(runsAfterASecond())
        .positive("interval", "interval must be positive, was {}", waitsForEver())
        .positive("unanswered", "unanswered must be positive, was {}", runsAfterASecond())
        .given("timer", "stopped", World::stopped, TimerRows.STOPPED);
    table.asking("read()", "write()", "pause()", "resume()", "close()");
    table.row("isClosed()").trueIn("closed", "unwatched");
    return table;
  }

  static HeartbeatTask.Channel channel(World world) {
    return new HeartbeatTask.Channel() {
      @Override
      public void heartbeat() {
        world.task.run();
      }

      @Override
      public void lost(int unanswered) {}
    };
  }

  private static Table<HeartbeatTask.Channel> channel() {
    Table<HeartbeatTask.Channel> table = Table.of(HeartbeatTask.Channel.class, RecipeRows::channel);
    table.written("heartbeat()", "lost(int unanswered)");
    table.row("unwatched(RejectedExecutionException why)");
    return table;
  }

  private static Table<LeaseRenewal> renewal() {
    Table<LeaseRenewal> table =
        Table.of(
                LeaseRenewal.class,
                world -> LeaseRenewal.of(world.timer, Duration.ofSeconds(3), lease(world)))
            .state("started", (world, renewal) -> renewal.start())
            .state("cancelled", (world, renewal) -> renewal.cancel())
            .state("stopped before", (world, renewal) -> world.timer.stop())
            .state(
                "lost",
                (world, renewal) -> {
                  renewal.start();
                  world.timer.stop();
                });
    table
        .row("of(WheelTimer timer, Duration length, Lease lease)")
        .positive("length", "length must be positive, was {}", startedAndKept())
        .given("timer", "stopped", World::stopped, refusedByStart());
    table
        .row("start()")
        .normally(runsAfterASecond())
        .in("started", STARTED)
        .in("cancelled", returns(false))
        .in("stopped before", TimerRows.STOPPED)
        .in("lost", STARTED);
    table
        .row("cancel()")
        .in("started", returns(true))
        .in("cancelled", returns(true))
        .in("stopped before", returns(true))
        .in("lost", returns(false));
    table.row("isHeld()").trueIn("started");
    return table;
  }

  private static Outcome startedAndKept() {
    return Outcome.then(
        "is held for a century",
        call -> {
          LeaseRenewal renewal = (LeaseRenewal) call.result();
          assertThat(renewal.start()).isTrue();
          call.world().pass(Duration.ofDays(36_500));
          assertThat(renewal.isHeld()).isTrue();
        });
  }

  private static Outcome refusedByStart() {
    return Outcome.then(
        "is for start to refuse",
        call ->
            assertThatThrownBy(((LeaseRenewal) call.result())::start)
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("timer 'world' is stopped"));
  }

  static LeaseRenewal.Lease lease(World world) {
    return new LeaseRenewal.Lease() {
      @Override
      public boolean renew() {
        world.task.run();
        return true;
      }

      @Override
      public void lost(Throwable cause) {}
    };
  }

  private static Table<LeaseRenewal.Lease> lease() {
    Table<LeaseRenewal.Lease> table = Table.of(LeaseRenewal.Lease.class);
    table.written("renew()", "lost(Throwable cause)");
    return table;
  }
}
