package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.neverRuns;
import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;

import io.loomwheel.NamedTask;
import io.loomwheel.SteppedClock;
import io.loomwheel.Timeout;
import io.loomwheel.Timer;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelCensus;
import io.loomwheel.WheelStats;
import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** {@code WheelTimer}, and what it is seen through. */
final class TimerRows {
  static final Outcome STOPPED =
      rejects(RejectedExecutionException.class, "timer 'world' is stopped");
  static final Outcome SHARED =
      rejects(UnsupportedOperationException.class, "the shared timer can't be stopped");

  static List<Table<?>> tables() {
    return List.of(
        timer(),
        timerInterface(),
        timeout(),
        timerTask(),
        stats(),
        census(),
        namedTask(),
        wheels());
  }

  private static Table<WheelTimer> timer() {
    Table<WheelTimer> table =
        Table.of(WheelTimer.class, world -> world.timer)
            .state("stopped", (world, timer) -> timer.stop());
    table.asking("create()", "shared()", "shutdownShared()", "builder()");
    table
        .row("newTimeout(TimerTask task, long delay, TimeUnit unit)")
        .runsAfter("delay")
        .in("stopped", STOPPED);
    table.row("schedule(Runnable task, Duration delay)").runsAfter("delay").in("stopped", STOPPED);
    table
        .row("start()")
        .in(
            "stopped",
            rejects(IllegalStateException.class, "timer 'world' is stopped and can't start again"));
    table.row("pendingTimeouts()").in("stopped", returns(0L));
    table.row("nanosToNextExpiry()").in("stopped", returns(OptionalLong.empty()));
    table.asking("clock()");
    table.row("isStopped()").trueIn("stopped");
    table.asking("stats()", "census()", "tickDuration()");
    table.row("stop()").in("stopped", returns(Set.of()));
    table
        .row("stop(Duration wait)")
        .when("wait", returns(Set.of()))
        .in("stopped", returns(Set.of()));
    table.asking("close()");
    table.row("toString()").in("stopped", returns("WheelTimer[world, stopped]"));
    return table;
  }

  /** As others see it: the one that can't be stopped. */
  private static Table<Timer> timerInterface() {
    Table<Timer> table = Table.of(Timer.class, world -> WheelTimer.shared());
    table
        .row("newTimeout(TimerTask task, long delay, TimeUnit unit)")
        .with("task", world -> (TimerTask) timeout -> {})
        .when("delay", accepts(), cancelled())
        .normally(cancelled());
    table.row("stop()").normally(SHARED);
    return table;
  }

  private static Outcome cancelled() {
    return Outcome.then("can be cancelled", call -> ((Timeout) call.result()).cancel());
  }

  private static Table<Timeout> timeout() {
    Table<Timeout> table =
        Table.<Timeout>of(
                Timeout.class, world -> world.timer.newTimeout(world.timerTask, 1, TimeUnit.HOURS))
            .state("cancelled", (world, timeout) -> timeout.cancel())
            .state("expired", (world, timeout) -> world.pass(Duration.ofHours(1)))
            .state("stopped", (world, timeout) -> world.timer.stop());
    table.asking("timer()");
    table
        .row("task()")
        .in("cancelled", returns(null))
        .in("expired", accepts())
        .in("stopped", accepts());
    table.row("isExpired()").trueIn("expired");
    table.row("isCancelled()").trueIn("cancelled", "stopped");
    table.row("cancel()").normally(neverRuns()).inEachState(returns(false));
    table
        .row("reschedule(long delay, TimeUnit unit)")
        .runsAfter("delay")
        .inEachState(returns(false));
    return table;
  }

  private static Table<TimerTask> timerTask() {
    Table<TimerTask> table = Table.of(TimerTask.class, world -> world.timerTask);
    table.written("run(Timeout timeout)");
    table.row("cancelled(Timeout timeout)").onNull("timeout", accepts());
    table.asking("mustRun()");
    return table;
  }

  private static Table<WheelStats> stats() {
    Table<WheelStats> table = Table.of(WheelStats.class);
    Row<WheelStats> row =
        table.row(
            "WheelStats(long armed, long fired, long cancelled, long rescheduled, long rejected,"
                + " long refused, long failed, long wakeUps, Duration latenessP50, Duration"
                + " latenessP99, Duration latenessMax, long rescued, Map handedOnWithin, Map"
                + " begunWithin)");
    row.signature.names().stream()
        .filter(name -> !name.endsWith("Within"))
        .forEach(name -> row.when(name, accepts()));
    return table;
  }

  private static Table<WheelCensus> census() {
    Table<WheelCensus> table = Table.of(WheelCensus.class);
    Row<WheelCensus> row =
        table.row(
            "WheelCensus(long pending, long overdue, Optional nearest, Optional farthest,"
                + " Map byTimeLeft, Map byKind, Map handedOn, Optional oldest, Map armedAt)");
    List.of("pending", "overdue").forEach(name -> row.when(name, accepts()));
    return table;
  }

  private static Table<NamedTask> namedTask() {
    Table<NamedTask> table = Table.of(NamedTask.class);
    table.written("taskName()");
    return table;
  }

  private static Table<SteppedClock.Wheels> wheels() {
    Table<SteppedClock.Wheels> table =
        Table.of(SteppedClock.Wheels.class, TimerRows::wheels)
            .state("stopped", (world, wheels) -> world.stopOthers());
    table.row("nanosToNextExpiry()").in("stopped", returns(OptionalLong.empty()));
    table.asking("turn()");
    return table;
  }

  /** Those of another timer, which has nothing armed. */
  static SteppedClock.Wheels wheels(World world) {
    AtomicReference<SteppedClock.Wheels> attached = new AtomicReference<>();
    SteppedClock clock =
        new SteppedClock() {
          private final ManualClock still = new ManualClock();

          @Override
          public long nanoTime() {
            return still.nanoTime();
          }

          @Override
          public void attach(Wheels wheels) {
            attached.set(wheels);
          }

          @Override
          public void detach(Wheels wheels) {}
        };
    world.closing(WheelTimer.builder().clock(clock).build());
    return attached.get();
  }
}
