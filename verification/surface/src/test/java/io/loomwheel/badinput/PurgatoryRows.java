package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.illegal;
import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.runsAfterASecond;
import static io.loomwheel.badinput.Outcome.runsAtOnce;
import static io.loomwheel.badinput.Outcome.waitsForEver;

import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** {@code io.loomwheel.purgatory}. */
final class PurgatoryRows {
  static List<Table<?>> tables() {
    return List.of(operation(), purgatory(), builder());
  }

  /** Never complete by itself; counts as a run when its time is over. */
  private static final class Operation extends DelayedOperation {
    private final World world;

    Operation(World world, Duration delay) {
      super(delay);
      this.world = world;
    }

    Operation(World world, long delay, TimeUnit unit) {
      super(delay, unit);
      this.world = world;
    }

    @Override
    public boolean tryComplete() {
      return false;
    }

    @Override
    public void onComplete() {}

    @Override
    public void onExpiration() {
      world.task.run();
    }
  }

  static DelayedOperation operation(World world) {
    return new Operation(world, Duration.ofSeconds(1));
  }

  private static Table<DelayedOperation> operation() {
    Table<DelayedOperation> table =
        Table.of(DelayedOperation.class, PurgatoryRows::operation)
            .state("completed", (world, operation) -> operation.forceComplete());
    table
        .row("DelayedOperation(Duration delay)")
        .calledBy((world, given) -> new Operation(world, (Duration) given[0]))
        .normally(putIn(runsAfterASecond()))
        .when("delay", putIn(runsAtOnce()), putIn(waitsForEver()));
    table
        .row("DelayedOperation(long delay, TimeUnit unit)")
        .calledBy((world, given) -> new Operation(world, (long) given[0], (TimeUnit) given[1]))
        .normally(putIn(runsAfterASecond()))
        .when("delay", putIn(runsAtOnce()), putIn(waitsForEver()));
    table.written("tryComplete()", "onComplete()", "onExpiration()");
    table.row("forceComplete()").normally(returns(true)).in("completed", returns(false));
    table.row("isCompleted()").trueIn("completed");
    return table;
  }

  private static Outcome putIn(Outcome then) {
    Consumer<Call> check =
        call -> {
          DelayedOperation made = (DelayedOperation) call.result();
          Purgatory.<String>on(call.world().timer).tryCompleteElseWatch(made, List.of("key"));
          then.check().accept(call);
        };
    return Outcome.then("put in, " + then.says(), check);
  }

  private static Table<Purgatory<Object>> purgatory() {
    Table<Purgatory<Object>> table =
        Table.<Purgatory<Object>>of(Purgatory.class, world -> Purgatory.on(world.timer))
            .state("closed", (world, purgatory) -> purgatory.close())
            .state("timer stopped", (world, purgatory) -> world.timer.stop());
    table.row("on(Timer timer)");
    table.asking("builder()");
    table
        .row("tryCompleteElseWatch(DelayedOperation operation, Collection keys)")
        .normally(runsAfterASecond())
        .given("keys", "none", world -> List.of(), illegal("keys must name at least one, was {}"))
        .given(
            "keys",
            "with a null",
            world -> Arrays.asList("key", null),
            rejects(NullPointerException.class, "keys must not be null, was {}"))
        .given(
            "operation",
            "put in before",
            world -> {
              DelayedOperation operation = operation(world);
              Purgatory.<String>on(world.timer).tryCompleteElseWatch(operation, List.of("key"));
              return operation;
            },
            rejects(
                IllegalStateException.class,
                "an operation can be put into a purgatory once, and this one was before: {}"))
        .in("closed", rejects(RejectedExecutionException.class, "purgatory 'purgatory' is closed"))
        .in("timer stopped", TimerRows.STOPPED);
    table.row("checkAndComplete(Object key)").inEachState(returns(0));
    table.row("cancelForKey(Object key)").inEachState(returns(List.of()));
    table.always(returns(0), "watched()", "delayed()");
    table.asking("close()", "toString()");
    return table;
  }

  private static Table<Purgatory.Builder> builder() {
    Table<Purgatory.Builder> table =
        Table.of(Purgatory.Builder.class, world -> Purgatory.builder());
    BuilderRows.named(table);
    table.chaining("timer(Timer timer)");
    table.chaining("onFailure(BiConsumer handler)");
    table.asking("build()");
    return table;
  }
}
