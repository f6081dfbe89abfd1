package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.runsAtOnce;
import static io.loomwheel.badinput.Outcome.runsBackToBack;
import static io.loomwheel.badinput.Outcome.runsOnceInACentury;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.reactor.WheelScheduler;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Reactor's scheduler, its Workers, and what a submission returns. */
final class ReactorRows {
  private static final Outcome UNAVAILABLE =
      rejects(RejectedExecutionException.class, "Scheduler unavailable");

  static List<Table<?>> tables() {
    return List.of(scheduler(), worker(), task(), timed(), timedWorker());
  }

  private static Table<WheelScheduler> scheduler() {
    Table<WheelScheduler> table =
        Table.of(WheelScheduler.class, world -> WheelScheduler.on(world.timer))
            .state("disposed", (world, scheduler) -> scheduler.dispose())
            .state(
                "disposed gracefully", (world, scheduler) -> scheduler.disposeGracefully().block())
            .state("timer stopped", (world, scheduler) -> world.timer.stop());
    table.asking("create()");
    table.row("on(WheelTimer timer)");
    table.row("delegating(WheelTimer timer, Scheduler target)");
    table.asking("builder()");
    addSubmissions(table, UNAVAILABLE);
    table.row("now(TimeUnit unit)").inEachState(accepts());
    table.asking("createWorker()");
    Outcome gone =
        rejects(
            IllegalStateException.class,
            "a disposed scheduler can't be initialised again:"
                + " WheelScheduler(WheelTimer[world])");
    table
        .row("init()")
        .in("disposed", gone)
        .in("disposed gracefully", gone)
        .in("timer stopped", accepts());
    table.asking("dispose()");
    table.row("disposeGracefully()").normally(completes()).inEachState(completes());
    table.row("isDisposed()").trueIn("disposed", "disposed gracefully");
    table
        .row("scanUnsafe(Attr key)")
        .onNull("key", returns(null))
        .inEachState(returns("WheelScheduler(WheelTimer[world])"));
    table.row("toString()").inEachState(returns("WheelScheduler(WheelTimer[world])"));
    return table;
  }

  private static Outcome completes() {
    return Outcome.then(
        "completes", call -> assertThat(((Mono<?>) call.result()).blockOptional()).isEmpty());
  }

  private static void addSubmissions(Table<?> table, Outcome withoutDelayOnAStoppedTimer) {
    table
        .row("schedule(Runnable task)")
        .normally(runsAtOnce())
        .inEachState(UNAVAILABLE)
        .in("timer stopped", withoutDelayOnAStoppedTimer);
    table
        .row("schedule(Runnable task, long delay, TimeUnit unit)")
        .runsAfter("delay")
        .inEachState(UNAVAILABLE);
    table
        .row("schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit)")
        .runsAfter("initialDelay")
        .when("period", runsBackToBack(), runsOnceInACentury())
        .inEachState(UNAVAILABLE);
  }

  private static Table<Scheduler.Worker> worker() {
    Table<Scheduler.Worker> table =
        Table.of(Scheduler.Worker.class, world -> WheelScheduler.on(world.timer).createWorker())
            .madeBy("WheelScheduler")
            .state("disposed", (world, worker) -> worker.dispose())
            .state("timer stopped", (world, worker) -> world.timer.stop());
    addSubmissions(table, UNAVAILABLE);
    return table;
  }

  /** Over a scheduler whose tasks wait as those of the timer do. */
  private static Scheduler timed(World world) {
    return WheelScheduler.delegating(world.timer, Schedulers.fromExecutor(world.executor));
  }

  private static Table<Scheduler> timed() {
    Table<Scheduler> table =
        Table.of(Scheduler.class, ReactorRows::timed)
            .madeBy("WheelScheduler.delegating")
            .state("disposed", (world, scheduler) -> scheduler.dispose())
            .state("timer stopped", (world, scheduler) -> world.timer.stop());
    addSubmissions(table, runsAtOnce());
    table.row("now(TimeUnit unit)").inEachState(accepts());
    table.asking("createWorker()", "dispose()");
    table.row("disposeGracefully()").inEachState(completes());
    Outcome gone =
        new Outcome(
            "IllegalStateException: a disposed scheduler can't be initialised again",
            call ->
                assertThat(call.thrown())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                        "a disposed scheduler can't be initialised again: WheelScheduler("));
    table.row("init()").in("disposed", gone).in("timer stopped", accepts());
    table.asking("start()");
    return table;
  }

  private static Table<Scheduler.Worker> timedWorker() {
    Table<Scheduler.Worker> table =
        Table.of(Scheduler.Worker.class, world -> timed(world).createWorker())
            .madeBy("WheelScheduler.delegating")
            .state("disposed", (world, worker) -> worker.dispose())
            .state("timer stopped", (world, worker) -> world.timer.stop());
    addSubmissions(table, runsAtOnce());
    return table;
  }

  private static Table<Disposable> task() {
    Table<Disposable> table =
        Table.of(
                Disposable.class,
                world -> WheelScheduler.on(world.timer).schedule(world.task, 1, TimeUnit.SECONDS))
            .state("disposed", (world, task) -> task.dispose())
            .state("timer stopped", (world, task) -> world.timer.stop());
    table.row("dispose()").normally(Outcome.neverRuns()).inEachState(accepts());
    table.row("isDisposed()").normally(returns(false)).inEachState(returns(true));
    return table;
  }
}
