package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.runsAtOnce;
import static io.loomwheel.badinput.Outcome.runsOnceInACentury;
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
              .when("timeout", failsUnrun(), runsAtOnce()));
    }
    for (String task : List.of("Runnable command", "Callable callable")) {
      refusing(table.row("schedule(" + task + ", long delay, TimeUnit unit)").runsAfter("delay"));
    }
    periodic(table, "scheduleAtFixedRate", "period");
    periodic(table, "scheduleWithFixedDelay", "delay");
    refusing(table.row("submit(Runnable task, Object result)").onNull("result", accepts()));
    InvokeRows.addTo(table, Outcome.interrupted(), ExecutorRows::refusing);
    table.asking("shutdown()");
    table.row("shutdownNow()").inEachState(returns(List.of()));
    table.asking("close()");
    table.row("isShutdown()").trueIn("shut down");
    table.row("isTerminated()").trueIn("shut down");
    table
        .row("awaitTermination(long timeout, TimeUnit unit)")
        .with("timeout", world -> 0L)
        .normally(returns(false))
        .when("timeout", returns(false), Outcome.interrupted())
        .in("shut down", returns(true))
        .in("timer stopped", returns(false));
    table.always(returns(0L), "activeCount()", "queuedCount()", "completedCount()");
    table.asking("toString()");
    return table;
  }

  private static void periodic(Table<?> table, String method, String period) {
    refusing(
        table
            .row(
                method
                    + "(Runnable command, long initialDelay, long "
                    + period
                    + ", TimeUnit unit)")
            .runsAfter("initialDelay")
            .positive(period, period + " must be positive, was {}", runsOnceInACentury()));
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
    BuilderRows.named(table);
    table.chaining(
        "timer(WheelTimer timer)",
        "taskExecutor(Executor executor)",
        "executeDelayedAfterShutdown(boolean run)",
        "continuePeriodicAfterShutdown(boolean run)");
    table.asking("build()");
    return table;
  }
}
