package io.loomwheel.badinput;

import static io.loomwheel.badinput.Bad.MAX;
import static io.loomwheel.badinput.Bad.MIN;
import static io.loomwheel.badinput.Bad.NEGATIVE;
import static io.loomwheel.badinput.Bad.ZERO;
import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.returnsItself;
import static io.loomwheel.badinput.Outcome.runsAfterASecond;
import static io.loomwheel.badinput.Outcome.runsAtOnce;
import static io.loomwheel.badinput.Outcome.runsOnceInACentury;
import static io.loomwheel.badinput.Outcome.waitsForEver;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.loom.WheelExecutorService;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code WheelExecutorService}. */
final class ExecutorRows {
  private static final Outcome SHUT_DOWN =
      rejects(RejectedExecutionException.class, "executor 'loomwheel-executor' was shut down");
  private static final Outcome STOPPED =
      rejects(
          RejectedExecutionException.class,
          "the timer of executor 'loomwheel-executor' is stopped");

  static List<Table<?>> tables() {
    return List.of(executor(), builder(), delay(), order());
  }

  private static Table<WheelExecutorService> executor() {
    Table<WheelExecutorService> table =
        Table.of(WheelExecutorService.class, world -> WheelExecutorService.on(world.timer))
            .state("shut down", (world, executor) -> executor.shutdown())
            .state("timer stopped", (world, executor) -> world.timer.stop());
    table.asking("create()");
    table.row("on(WheelTimer timer)");
    table.asking("builder()");
    refusing(table.row("execute(Runnable command)").normally(runsAtOnce()));
    for (String timed :
        List.of("submitWithTimeout(Callable", "submitWithTimeout(Runnable", "submit(Callable")) {
      refusing(
          table
              .row(timed + " task, Duration timeout)")
              .normally(runsAtOnce())
              .when("timeout", failsUnrun(), MIN, NEGATIVE, ZERO)
              .when("timeout", runsAtOnce(), MAX));
    }
    for (String task : List.of("Runnable command", "Callable callable")) {
      refusing(
          table
              .row("schedule(" + task + ", long delay, TimeUnit unit)")
              .normally(runsAfterASecond())
              .when("delay", runsAtOnce(), MIN, NEGATIVE, ZERO)
              .when("delay", waitsForEver(), MAX));
    }
    refusing(
        table
            .row(
                "scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit"
                    + " unit)")
            .normally(runsAfterASecond())
            .when("initialDelay", runsAtOnce(), MIN, NEGATIVE, ZERO)
            .when("initialDelay", waitsForEver(), MAX)
            .positive("period", "period must be positive, was {}")
            .when("period", runsOnceInACentury(), MAX));
    refusing(
        table
            .row(
                "scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit"
                    + " unit)")
            .normally(runsAfterASecond())
            .when("initialDelay", runsAtOnce(), MIN, NEGATIVE, ZERO)
            .when("initialDelay", waitsForEver(), MAX)
            .positive("delay", "delay must be positive, was {}")
            .when("delay", runsOnceInACentury(), MAX));
    refusing(table.row("submit(Runnable task, Object result)").onNull("result", accepts()));
    InvokeRows.addTo(table, Outcome.interrupted(), ExecutorRows::refusing);
    table.asking("shutdown()");
    table.row("shutdownNow()").inEachState(returns(List.of()));
    table.asking("close()");
    table.row("isShutdown()").in("shut down", returns(true)).in("timer stopped", returns(false));
    table.row("isTerminated()").in("shut down", returns(true)).in("timer stopped", returns(false));
    table
        .row("awaitTermination(long timeout, TimeUnit unit)")
        .with("timeout", world -> 0L)
        .normally(returns(false))
        .when("timeout", returns(false), MIN, NEGATIVE, ZERO)
        .when("timeout", Outcome.interrupted(), MAX)
        .in("shut down", returns(true))
        .in("timer stopped", returns(false));
    table.row("activeCount()").normally(returns(0L)).inEachState(returns(0L));
    table.row("queuedCount()").normally(returns(0L)).inEachState(returns(0L));
    table.row("completedCount()").normally(returns(0L)).inEachState(returns(0L));
    table.asking("toString()");
    return table;
  }

  private static Delayed future(World world) {
    return WheelExecutorService.on(world.timer).schedule(world.task, 1, TimeUnit.SECONDS);
  }

  private static Table<Delayed> delay() {
    Table<Delayed> table =
        Table.<Delayed>of(Delayed.class, ExecutorRows::future)
            .madeBy("WheelExecutorService")
            .state("timer stopped", (world, future) -> world.timer.stop());
    table.row("getDelay(TimeUnit unit)").normally(returns(1L)).inEachState(returns(1L));
    return table;
  }

  private static Table<Delayed> order() {
    Table<Delayed> table =
        Table.<Delayed>of(Comparable.class, ExecutorRows::future).madeBy("WheelExecutorService");
    table.row("compareTo(Object other)").with("other", ExecutorRows::future).normally(returns(0));
    return table;
  }

  private static void refusing(Row<?> row) {
    row.in("shut down", SHUT_DOWN).in("timer stopped", STOPPED);
  }

  private static Outcome failsUnrun() {
    return Outcome.then(
        "fails without being run",
        call -> {
          assertThatThrownBy(((Future<?>) call.result())::get)
              .hasCauseInstanceOf(TimeoutException.class)
              .hasRootCauseMessage("not done within " + call.value());
          Outcome.neverRuns().check().accept(call);
        });
  }

  private static Table<WheelExecutorService.Builder> builder() {
    Table<WheelExecutorService.Builder> table =
        Table.of(WheelExecutorService.Builder.class, world -> WheelExecutorService.builder());
    table
        .row("name(String name)")
        .normally(returnsItself())
        .given("name", "empty", world -> "", BuilderRows.BLANK)
        .given("name", "blank", world -> " ", BuilderRows.BLANK);
    table.row("timer(WheelTimer timer)").normally(returnsItself());
    table.row("taskExecutor(Executor executor)").normally(returnsItself());
    table.row("executeDelayedAfterShutdown(boolean run)").normally(returnsItself());
    table.row("continuePeriodicAfterShutdown(boolean run)").normally(returnsItself());
    table.asking("build()");
    return table;
  }
}
