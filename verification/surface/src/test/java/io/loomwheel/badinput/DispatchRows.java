package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.accepts;

import io.loomwheel.dispatch.Relay;
import io.loomwheel.metrics.WheelMetrics;
import java.util.List;

/** What runs tasks, and what counts them. */
final class DispatchRows {
  static List<Table<?>> tables() {
    return List.of(relay(), metrics());
  }

  private static Table<Relay> relay() {
    Table<Relay> table = Table.of(Relay.class, world -> new Relay());
    table.asking("Relay()");
    table
        .row("Relay(ClassLoader contextClassLoader)")
        .with("contextClassLoader", world -> DispatchRows.class.getClassLoader())
        .onNull("contextClassLoader", accepts());
    table.asking("shared()", "perTask()", "rescuedTasks()");
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
