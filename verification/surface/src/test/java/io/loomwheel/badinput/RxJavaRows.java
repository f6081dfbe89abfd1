package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.neverRuns;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.runsAtOnce;
import static io.loomwheel.badinput.Outcome.runsBackToBack;
import static io.loomwheel.badinput.Outcome.runsOnceInACentury;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.rxjava.WheelScheduler;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** RxJava's scheduler and its Workers. Nulls are told in RxJava's words. */
final class RxJavaRows {
  static final String NULLS = "{} is null";

  static List<Table<?>> tables() {
    return List.of(scheduler(), worker(), task(), builder());
  }

  private static Table<WheelScheduler> scheduler() {
    Table<WheelScheduler> table =
        Table.of(WheelScheduler.class, world -> WheelScheduler.on(world.timer))
            .nullsSay(NULLS)
            .state("shut down", (world, scheduler) -> scheduler.shutdown())
            .state("timer stopped", (world, scheduler) -> world.timer.stop());
    table.asking("create()");
    table.row("on(WheelTimer timer)");
    table.row("delegating(WheelTimer timer, Scheduler target)");
    table.row("delegating(WheelTimer timer, Scheduler target, boolean interruptOnDispose)");
    table.asking("builder()");
    refusing(
        table.row("scheduleDirect(Runnable run, long delay, TimeUnit unit)").runsAfter("delay"),
        "shut down");
    refusing(
        periodic(
            table.row(
                "schedulePeriodicallyDirect(Runnable run, long initialDelay, long period,"
                    + " TimeUnit unit)")),
        "shut down");
    table.row("now(TimeUnit unit)").inEachState(accepts());
    table.asking("createWorker()", "start()", "shutdown()");
    table
        .row("toString()")
        .in("shut down", returns("WheelScheduler(WheelTimer[world], shut down)"))
        .in("timer stopped", returns("WheelScheduler(WheelTimer[world, stopped], 0 tasks)"));
    return table;
  }

  private static <T> Row<T> periodic(Row<T> row) {
    return row.runsAfter("initialDelay").when("period", runsBackToBack(), runsOnceInACentury());
  }

  private static void refusing(Row<?> row, String... disposed) {
    for (String state : disposed) {
      row.in(state, returnsDisposed(0));
    }
    row.in("timer stopped", returnsDisposed(1));
  }

  private static Outcome returnsDisposed(int refusals) {
    return Outcome.then(
        "returns Disposable.disposed()"
            + (refusals == 0 ? "" : " and tells RxJavaPlugins.onError of the rejection"),
        call -> {
          assertThat(call.result()).isSameAs(Disposable.disposed());
          assertThat(call.world().runs()).isZero();
          assertThat(call.world().undelivered)
              .hasSize(refusals)
              .allSatisfy(
                  notified ->
                      assertThat(notified)
                          .hasRootCauseInstanceOf(RejectedExecutionException.class)
                          .rootCause()
                          .hasMessageStartingWith("the timer was stopped: "));
        });
  }

  private static Table<Scheduler.Worker> worker() {
    Table<Scheduler.Worker> table =
        Table.of(Scheduler.Worker.class, world -> WheelScheduler.on(world.timer).createWorker())
            .nullsSay(NULLS)
            .madeBy("WheelScheduler")
            .state("disposed", (world, worker) -> worker.dispose())
            .state("timer stopped", (world, worker) -> world.timer.stop());
    refusing(table.row("schedule(Runnable run)").normally(runsAtOnce()), "disposed");
    refusing(
        table.row("schedule(Runnable run, long delay, TimeUnit unit)").runsAfter("delay"),
        "disposed");
    refusing(
        periodic(
            table.row(
                "schedulePeriodically(Runnable run, long initialDelay, long period,"
                    + " TimeUnit unit)")),
        "disposed");
    table.row("now(TimeUnit unit)").inEachState(accepts());
    return table;
  }

  /** A method of RxJava's own, which we leave as it is. */
  static Outcome nullInRxJava() {
    return new Outcome(
        "NullPointerException, from RxJava",
        call -> assertThat(call.thrown()).isInstanceOf(NullPointerException.class));
  }

  private static Table<Disposable> task() {
    Table<Disposable> table =
        Table.of(
                Disposable.class,
                world ->
                    WheelScheduler.on(world.timer).scheduleDirect(world.task, 1, TimeUnit.SECONDS))
            .madeBy("WheelScheduler")
            .state("disposed", (world, task) -> task.dispose())
            .state("timer stopped", (world, task) -> world.timer.stop());
    table.row("dispose()").normally(neverRuns()).inEachState(accepts());
    table.row("isDisposed()").normally(returns(false)).inEachState(returns(true));
    return table;
  }

  private static Table<WheelScheduler.Builder> builder() {
    Table<WheelScheduler.Builder> table =
        Table.of(WheelScheduler.Builder.class, world -> WheelScheduler.builder()).nullsSay(NULLS);
    table.chaining("timer(WheelTimer timer)");
    BuilderRows.named(table);
    table.chaining("taskExecutor(Executor executor)", "interruptOnDispose(boolean on)");
    table.asking("build()");
    return table;
  }
}
