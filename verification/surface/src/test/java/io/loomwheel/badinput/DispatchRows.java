package io.loomwheel.badinput;

import static io.loomwheel.badinput.Bad.MAX;
import static io.loomwheel.badinput.Bad.MIN;
import static io.loomwheel.badinput.Bad.NEGATIVE;
import static io.loomwheel.badinput.Bad.ZERO;
import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.illegal;
import static io.loomwheel.badinput.Outcome.runsAtOnce;

import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.metrics.WheelMetrics;
import java.util.List;

/** What runs tasks, and what counts them. */
final class DispatchRows {
  private DispatchRows() {}

  static List<Table<?>> tables() {
    return List.of(dispatcher(), relay(), metrics());
  }

  private static Table<Dispatcher> dispatcher() {
    Table<Dispatcher> table =
        Table.of(
            Dispatcher.class, world -> new Dispatcher(Runnable::run, Dispatcher.onFreshThread()));
    table.row("Dispatcher(Executor executor, BiConsumer onRejected)");
    table.row("Dispatcher(Executor executor, BiConsumer onRejected, Consumer onRefusal)");
    table.asking("onFreshThread()");
    table.row("dispatch(Runnable task)").normally(runsAtOnce());
    table.row("dispatch(Runnable task, Executor by)").normally(runsAtOnce());
    table
        .row("dispatch(Runnable task, Executor by, Consumer stranded)")
        .normally(runsAtOnce())
        .onNull("by", runsAtOnce());
    table
        .row("dispatchAll(Runnable[] tasks, int count, ToIntFunction touch, Consumer stranded)")
        .normally(runsAtOnce())
        .when("count", illegal("count must be from 0 to 1, was {}"), MIN, NEGATIVE, MAX)
        .when("count", accepts(), ZERO);
    table.row("prepare(ToIntFunction touch)");
    table.asking("takesBatches()");
    table.row("retry(Runnable task)").with("task", world -> (Runnable) () -> {});
    table.asking("rejections()");
    return table;
  }

  private static Table<Relay> relay() {
    Table<Relay> table = Table.of(Relay.class, world -> new Relay());
    table.asking("Relay()");
    table
        .row("Relay(ClassLoader contextClassLoader)")
        .with("contextClassLoader", world -> DispatchRows.class.getClassLoader())
        .onNull("contextClassLoader", accepts());
    table.asking("shared()");
    table.asking("perTask()");
    table.asking("rescuedTasks()");
    table.row("execute(Runnable task)");
    return table;
  }

  private static Table<WheelMetrics> metrics() {
    Table<WheelMetrics> table =
        Table.of(WheelMetrics.class, world -> new WheelMetrics(world.timer, "name"))
            .state("stopped", (world, metrics) -> world.timer.stop());
    table.row("WheelMetrics(WheelTimer timer, String name)");
    table.row("bindTo(MeterRegistry registry)").in("stopped", accepts());
    return table;
  }
}
