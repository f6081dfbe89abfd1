package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.neverRuns;
import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.runsAfterANanosecond;
import static io.loomwheel.badinput.Outcome.runsAfterASecond;
import static io.loomwheel.badinput.Outcome.waitsForEver;

import io.loomwheel.netty.NettyWheelTimer;
import io.netty.util.Timeout;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** {@code NettyWheelTimer}, and its handles as Netty sees them. */
final class NettyRows {
  private static final String STOPPED = "NettyWheelTimer[WheelTimer[world], stopped]";

  static List<Table<?>> tables() {
    return List.of(timer(), timeout());
  }

  private static Table<NettyWheelTimer> timer() {
    Table<NettyWheelTimer> table =
        Table.of(NettyWheelTimer.class, world -> NettyWheelTimer.on(world.timer))
            .state("stopped", (world, timer) -> timer.stop());
    table.asking("create()", "create(Builder settings)", "on(WheelTimer timer)");
    table
        .row("newTimeout(TimerTask task, long delay, TimeUnit unit)")
        .normally(runsAfterASecond())
        .when("delay", runsAfterANanosecond(), waitsForEver())
        .in(
            "stopped",
            rejects(IllegalStateException.class, "a stopped timer takes no timeout: " + STOPPED));
    table
        .row("start()")
        .in(
            "stopped",
            rejects(IllegalStateException.class, "a stopped timer can't start again: " + STOPPED));
    table.row("pendingTimeouts()").in("stopped", returns(0L));
    table.row("stop()").normally(returns(Set.of())).in("stopped", returns(Set.of()));
    table.row("toString()").in("stopped", returns(STOPPED));
    return table;
  }

  private static Table<Timeout> timeout() {
    Table<Timeout> table =
        Table.<Timeout>of(
                Timeout.class,
                world ->
                    NettyWheelTimer.on(world.timer)
                        .newTimeout(timeout -> world.task.run(), 1, TimeUnit.HOURS))
            .state("cancelled", (world, timeout) -> timeout.cancel())
            .state("expired", (world, timeout) -> world.pass(Duration.ofHours(1)))
            .state("stopped", (world, timeout) -> timeout.timer().stop());
    table.asking("timer()");
    table.row("task()").inEachState(accepts());
    table.row("isExpired()").trueIn("expired");
    table.row("isCancelled()").trueIn("cancelled", "stopped");
    table.row("cancel()").normally(neverRuns()).inEachState(returns(false));
    return table;
  }
}
