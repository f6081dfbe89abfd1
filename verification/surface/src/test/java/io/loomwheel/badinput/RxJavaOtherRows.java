package io.loomwheel.badinput;

import static io.loomwheel.badinput.Bad.MAX;
import static io.loomwheel.badinput.Bad.MIN;
import static io.loomwheel.badinput.Bad.NEGATIVE;
import static io.loomwheel.badinput.Bad.ZERO;
import static io.loomwheel.badinput.Outcome.illegal;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.rxjava.WheelOperators;
import io.loomwheel.rxjava.WheelPlugins;
import io.loomwheel.rxjava.WheelScheduler;
import io.loomwheel.rxjava.WheelTestScheduler;
import io.loomwheel.rxjava.WheelTimeout;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableTransformer;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.ObservableTransformer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What there is beside RxJava's scheduler. Nulls are told in RxJava's words. */
final class RxJavaOtherRows {
  static List<Table<?>> tables() {
    return List.of(operators(), timeout(), plugins(), testScheduler(), testWorker());
  }

  private static Table<WheelOperators> operators() {
    Table<WheelOperators> table = Table.of(WheelOperators.class).nullsSay(RxJavaRows.NULLS);
    for (String fallback : List.of("", ", Publisher fallback", ", ObservableSource fallback")) {
      for (String on : List.of("", ", Scheduler on", ", WheelTimer on")) {
        timeout(table, "Duration idle", on, fallback);
        timeout(table, "Duration first, Duration idle", on, fallback);
        if (!on.equals(", WheelTimer on")) {
          timeout(table, "long idle, TimeUnit unit", on, fallback);
        }
      }
    }
    return table;
  }

  private static void timeout(
      Table<WheelOperators> table, String times, String on, String fallback) {
    Streams.timeout(
        table.row("timeout(" + times + on + fallback + ")"),
        RxJavaOtherRows::watched,
        world -> WheelScheduler.on(world.timer),
        RxJavaOtherRows::shutDown,
        Schedulers.trampoline());
  }

  private static Object shutDown(World world) {
    WheelScheduler scheduler = WheelScheduler.on(world.timer);
    scheduler.shutdown();
    return scheduler;
  }

  @SuppressWarnings("unchecked") // the types that are returned
  private static Streams.Watched watched(Object operator) {
    Streams.Watched watched = new Streams.Watched();
    watched.dispose =
        operator instanceof FlowableTransformer
            ? Flowable.never()
                    .compose((FlowableTransformer<Object, Object>) operator)
                    .subscribe(one -> {}, watched::failed, watched::completed)
                ::dispose
            : Observable.never()
                    .compose((ObservableTransformer<Object, Object>) operator)
                    .subscribe(one -> {}, watched::failed, watched::completed)
                ::dispose;
    return watched;
  }

  private static Table<WheelTimeout<Object>> timeout() {
    Table<WheelTimeout<Object>> table =
        Table.<WheelTimeout<Object>>of(
                WheelTimeout.class, world -> WheelOperators.timeout(1, TimeUnit.SECONDS))
            .nullsSay(RxJavaRows.NULLS);
    table.row("apply(Flowable upstream)");
    table.row("apply(Observable upstream)");
    return table;
  }

  private static Table<WheelPlugins> plugins() {
    Table<WheelPlugins> table = Table.of(WheelPlugins.class).nullsSay(RxJavaRows.NULLS);
    table.row("install(WheelTimer timer)").normally(installed(true));
    table.row("uninstall()").normally(installed(false));
    return table;
  }

  private static Outcome installed(boolean yes) {
    return Outcome.then(
        yes ? "is in place" : "does nothing",
        call -> assertThat(RxJavaPlugins.getIoSchedulerHandler() != null).isEqualTo(yes));
  }

  private static Table<WheelTestScheduler> testScheduler() {
    Table<WheelTestScheduler> table =
        Table.of(WheelTestScheduler.class, world -> new WheelTestScheduler())
            .nullsSay(RxJavaRows.NULLS)
            .state("timer stopped", (world, scheduler) -> scheduler.timer().stop());
    table.asking("WheelTestScheduler()");
    table.row("WheelTestScheduler(boolean useOnScheduleHook)");
    table
        .row("WheelTestScheduler(long time, TimeUnit unit)")
        .when("time", isAt(WheelTestScheduler::advanceTimeTo));
    table
        .row("WheelTestScheduler(long time, TimeUnit unit, boolean useOnScheduleHook)")
        .when("time", isAt(WheelTestScheduler::advanceTimeBy));
    table.asking("timer()");
    table.row("now(TimeUnit unit)").inEachState(Outcome.returns(0L));
    table
        .row("advanceTimeBy(long time, TimeUnit unit)")
        .when("time", illegal("time must not be negative, was {} SECONDS"), MIN, NEGATIVE)
        .when("time", movesTo(0), ZERO)
        .when("time", movesTo(Long.MAX_VALUE), MAX)
        .inEachState(movesTo(1_000_000_000));
    table
        .row("advanceTimeTo(long time, TimeUnit unit)")
        .when("time", illegal("time must not be before 0 by now, was {} SECONDS"), MIN, NEGATIVE)
        .when("time", movesTo(0), ZERO)
        .when("time", movesTo(Long.MAX_VALUE), MAX)
        .inEachState(movesTo(1_000_000_000));
    table.asking("triggerActions()", "createWorker()", "toString()");
    return table;
  }

  /** Whose tasks wait for the time to be moved. */
  private static Table<Scheduler.Worker> testWorker() {
    Table<Scheduler.Worker> table =
        Table.of(Scheduler.Worker.class, world -> new WheelTestScheduler().createWorker())
            .nullsSay(RxJavaRows.NULLS)
            .madeBy("WheelTestScheduler")
            .state("disposed", (world, worker) -> worker.dispose());
    Outcome disposed = Outcome.returns(Disposable.disposed());
    table.row("schedule(Runnable run)").inEachState(disposed);
    table
        .row("schedule(Runnable run, long delay, TimeUnit unit)")
        .when("delay", Outcome.neverRuns())
        .inEachState(disposed);
    table
        .row("schedulePeriodically(Runnable run, long initialDelay, long period, TimeUnit unit)")
        .onNull("unit", RxJavaRows.nullInRxJava())
        .when("initialDelay", Outcome.neverRuns())
        .when("period", Outcome.neverRuns())
        .inEachState(disposed);
    table.row("now(TimeUnit unit)").inEachState(Outcome.returns(0L));
    return table;
  }

  private interface Move {
    void of(WheelTestScheduler scheduler, long time, TimeUnit unit);
  }

  /** And can be moved to the end of time from there, past what waits. */
  private static Outcome isAt(Move move) {
    return Outcome.then(
        "is at that time, saturated",
        call -> {
          WheelTestScheduler made = (WheelTestScheduler) call.result();
          long at = TimeUnit.SECONDS.toNanos((Long) call.value());
          assertThat(made.now(TimeUnit.NANOSECONDS)).isEqualTo(at);
          made.scheduleDirect(call.world().task, 0, TimeUnit.SECONDS);
          move.of(made, Long.MAX_VALUE, TimeUnit.SECONDS);
          assertThat(made.now(TimeUnit.NANOSECONDS)).isEqualTo(Long.MAX_VALUE);
          assertThat(call.world().runs()).isOne();
        });
  }

  private static Outcome movesTo(long nanos) {
    return Outcome.then(
        "moves the time to " + nanos + " ns",
        call ->
            assertThat(((WheelTestScheduler) call.receiver()).now(TimeUnit.NANOSECONDS))
                .isEqualTo(nanos));
  }
}
