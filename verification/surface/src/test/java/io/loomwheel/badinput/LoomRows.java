package io.loomwheel.badinput;

import static io.loomwheel.badinput.Bad.MAX;
import static io.loomwheel.badinput.Bad.MIN;
import static io.loomwheel.badinput.Bad.NEGATIVE;
import static io.loomwheel.badinput.Bad.ZERO;
import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.illegal;
import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.returnsItself;
import static io.loomwheel.badinput.Outcome.runsAtOnce;

import io.loomwheel.loom.ContextCapture;
import io.loomwheel.loom.LoomExecutorMetrics;
import io.loomwheel.loom.MicrometerContextCapture;
import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.VirtualThreadExecutor;
import io.loomwheel.loom.WheelExecutorService;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** {@code io.loomwheel.loom}, but for what is scheduled. */
final class LoomRows {
  static List<Table<?>> tables() {
    return List.of(threads(), builder(), serial(), capture(), metrics(), micrometer());
  }

  private static Table<VirtualThreadExecutor> threads() {
    Table<VirtualThreadExecutor> table =
        Table.of(
                VirtualThreadExecutor.class, world -> world.closing(VirtualThreadExecutor.create()))
            .state("shut down", (world, executor) -> executor.shutdown());
    table.asking("create()", "builder()");
    Outcome shutDown = rejects(RejectedExecutionException.class, "the executor was shut down");
    table.row("execute(Runnable command)").in("shut down", shutDown);
    table
        .row("submit(Runnable task, Object result)")
        .onNull("result", Outcome.accepts())
        .in("shut down", shutDown);
    InvokeRows.addTo(table, Outcome.accepts(), row -> row.in("shut down", shutDown));
    table.always(returns(0L), "activeCount()", "queuedCount()", "completedCount()");
    table.asking("shutdown()");
    table.row("shutdownNow()").in("shut down", returns(List.of()));
    table.asking("close()");
    table.row("isShutdown()").trueIn("shut down");
    table.row("isTerminated()").trueIn("shut down");
    table
        .row("awaitTermination(long timeout, TimeUnit unit)")
        .with("timeout", world -> 0L)
        .when("timeout", returns(false), Outcome.interrupted())
        .in("shut down", returns(true));
    table.asking("toString()");
    return table;
  }

  private static Table<VirtualThreadExecutor.Builder> builder() {
    Table<VirtualThreadExecutor.Builder> table =
        Table.of(VirtualThreadExecutor.Builder.class, world -> VirtualThreadExecutor.builder());
    Outcome blank = illegal("namePrefix must not be blank, was '{}'");
    table
        .row("namePrefix(String prefix)")
        .normally(returnsItself())
        .given("prefix", "empty", world -> "", blank)
        .given("prefix", "blank", world -> " ", blank);
    table.chaining("relayed()");
    table
        .row("maxRunning(int tasks)")
        .positive("tasks", "maxRunning must be at least 1, was {}", returnsItself());
    table
        .row("maxRunning(int tasks, int waiting)")
        .with("waiting", world -> 0)
        .positive("tasks", "maxRunning must be at least 1, was {}", returnsItself())
        .when(
            "waiting", illegal("waiting must be from 0 to 2147483646, was {}"), MIN, NEGATIVE, MAX)
        .when("waiting", returnsItself(), ZERO);
    table.chaining("contextCapture(ContextCapture capture)", "onFailure(BiConsumer handler)");
    table.asking("build()");
    return table;
  }

  private static Table<SerialExecutor> serial() {
    Table<SerialExecutor> table =
        Table.of(SerialExecutor.class, world -> new SerialExecutor(Runnable::run));
    table.asking("SerialExecutor()");
    table.row("SerialExecutor(Executor target)");
    table.row("SerialExecutor(Executor target, BiConsumer onFailure)");
    table.row("execute(Runnable task)").normally(runsAtOnce());
    return table;
  }

  private static Table<ContextCapture> capture() {
    Table<ContextCapture> table = Table.of(ContextCapture.class);
    table.written("wrap(Runnable task)");
    return table;
  }

  private static Table<LoomExecutorMetrics> metrics() {
    Table<LoomExecutorMetrics> table =
        Table.of(
            LoomExecutorMetrics.class,
            world ->
                new LoomExecutorMetrics(world.closing(VirtualThreadExecutor.create()), "name"));
    table
        .row("LoomExecutorMetrics(WheelExecutorService executor, String name)")
        .with("executor", world -> world.closing(WheelExecutorService.create()));
    table
        .row("LoomExecutorMetrics(VirtualThreadExecutor executor, String name)")
        .with("executor", world -> world.closing(VirtualThreadExecutor.create()));
    table.row("bindTo(MeterRegistry registry)");
    return table;
  }

  private static Table<MicrometerContextCapture> micrometer() {
    Table<MicrometerContextCapture> table =
        Table.of(MicrometerContextCapture.class, world -> new MicrometerContextCapture());
    table.asking("MicrometerContextCapture()");
    table.row("MicrometerContextCapture(ContextSnapshotFactory factory)");
    table.row("wrap(Runnable task)").normally(accepts());
    return table;
  }
}
