package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.accepts;
import static io.loomwheel.badinput.Outcome.illegal;
import static io.loomwheel.badinput.Outcome.rejects;
import static io.loomwheel.badinput.Outcome.returns;
import static io.loomwheel.badinput.Outcome.then;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.loom.DeadlineScope;
import io.loomwheel.loom.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** {@code Timeouts} and {@code DeadlineScope}. */
final class TimeoutsRows {
  private static final Outcome STOPPED_SCOPE =
      rejects(
          RejectedExecutionException.class,
          "stopped, so no deadline can be set: WheelTimer[world, stopped]");
  private static final Outcome STOPPED_FUTURE =
      rejects(
          RejectedExecutionException.class,
          "stopped, so a future can't time out: WheelTimer[world, stopped]");

  static List<Table<?>> tables() {
    return List.of(timeouts(), scope());
  }

  private static Table<Timeouts> timeouts() {
    Table<Timeouts> table = Table.of(Timeouts.class);
    futureRows(table, "orTimeout(", "", Future.State.FAILED);
    futureRows(table, "completeOnTimeout(", "Object value, ", Future.State.SUCCESS);
    for (String executor : List.of("", ", Executor executor")) {
      table.row("delayedExecutor(Duration delay" + executor + ")").when("delay", accepts());
      table
          .row("delayedExecutor(WheelTimer timer, Duration delay" + executor + ")")
          .normally(runs(Duration.ofSeconds(1)))
          .when("delay", runs(Duration.ZERO), runs(null));
    }
    table
        .row("sleep(Duration time)")
        .with("time", world -> Duration.ofMillis(1))
        .when("time", accepts(), Outcome.interrupted());
    table
        .row("sleep(WheelTimer timer, Duration time)")
        .with("time", world -> Duration.ZERO)
        .when("time", accepts(), Outcome.interrupted());
    for (String timer : List.of("", "WheelTimer timer, ")) {
      Row<Timeouts> row =
          table
              .row("parkNanos(" + timer + "Object blocker, long nanos)")
              .with("nanos", world -> 0L)
              .onNull("blocker", accepts())
              .when("nanos", accepts(), waits());
      if (timer.isEmpty()) {
        row.given(
            "blocker",
            "a timer",
            world -> world.timer,
            illegal(
                "blocker must not be a WheelTimer, was WheelTimer[world]: to wait on a timer call"
                    + " parkNanos(timer, blocker, nanos)"));
      }
    }
    return table;
  }

  private static Outcome waits() {
    return new Outcome("waits until interrupted", call -> assertThat(call.thrown()).isNull(), true);
  }

  private static void futureRows(
      Table<Timeouts> table, String method, String value, Future.State late) {
    Row<Timeouts> shared =
        table
            .row(method + "CompletableFuture future, " + value + "Duration timeout)")
            .when("timeout", accepts());
    Row<Timeouts> onTimer =
        table
            .row(
                method
                    + "WheelTimer timer, CompletableFuture future, "
                    + value
                    + "Duration timeout)")
            .normally(isUp(Duration.ofSeconds(1), late))
            .when("timeout", isUp(Duration.ZERO, late), isUp(null, late))
            .given("timer", "stopped", World::stopped, STOPPED_FUTURE);
    if (!value.isEmpty()) {
      shared.onNull("value", accepts());
      onTimer.onNull("value", isUp(Duration.ofSeconds(1), late));
    }
  }

  /**
   * A future that comes to that state after the time, and not before; null for never. The executor
   * of the timer has no part in it.
   */
  private static Outcome isUp(@Nullable Duration after, Future.State state) {
    return then(
        after == null ? "is never up" : "is " + state + " after " + after,
        call -> {
          Future<?> future = (Future<?>) call.result();
          if (after == null || !after.isZero()) {
            passNearly(call.world(), after);
            assertThat(future.state()).isEqualTo(Future.State.RUNNING);
            call.world().pass(Duration.ofNanos(1));
          }
          assertThat(future.state()).isEqualTo(after == null ? Future.State.RUNNING : state);
        });
  }

  /** An executor that runs a task after the time, and not before; null for never. */
  private static Outcome runs(@Nullable Duration after) {
    return then(
        after == null ? "runs nothing" : "runs after " + after,
        call -> {
          ((Executor) call.result()).execute(call.world().task);
          if (after != null && after.isZero()) {
            assertThat(call.world().runs()).isOne();
            return;
          }
          passNearly(call.world(), after);
          assertThat(call.world().runs()).isZero();
          if (after != null) {
            call.world().pass(Duration.ofNanos(1));
            assertThat(call.world().runs()).isOne();
          }
        });
  }

  private static void passNearly(World world, @Nullable Duration time) {
    if (time == null) {
      world.pass(Duration.ofDays(36_500));
    } else if (!time.isZero()) {
      world.pass(time.minusNanos(1));
    }
  }

  private static DeadlineScope open(World world) {
    return world.closing(DeadlineScope.within(world.timer, Duration.ofSeconds(1)));
  }

  private static Table<DeadlineScope> scope() {
    Table<DeadlineScope> table =
        Table.of(DeadlineScope.class, TimeoutsRows::open)
            .state("closed", (world, scope) -> scope.close())
            .state("expired", (world, scope) -> world.pass(Duration.ofSeconds(1)))
            .state("timer stopped", (world, scope) -> world.timer.stop());
    table
        .row("within(Duration time)")
        .normally(leaves(null))
        .when("time", leaves(Duration.ZERO), leaves(null));
    table
        .row("within(WheelTimer timer, Duration time)")
        .normally(leaves(Duration.ofSeconds(1)))
        .when("time", leaves(Duration.ZERO), leaves(null))
        .given("timer", "stopped", World::stopped, STOPPED_SCOPE);
    Duration second = Duration.ofSeconds(1);
    table
        .row("remaining()")
        .normally(returns(second))
        .in("closed", returns(second))
        .in("expired", returns(Duration.ZERO))
        .in("timer stopped", returns(second));
    table.row("isExpired()").trueIn("expired");
    table.asking("close()", "toString()");
    return table;
  }

  /** A scope with so much time left, interrupted if it is none; null for an unknown, long time. */
  private static Outcome leaves(@Nullable Duration time) {
    return then(
        time == null ? "has time left" : "has " + time + " left",
        call -> {
          try (DeadlineScope scope = (DeadlineScope) call.result()) {
            if (time == null) {
              assertThat(scope.remaining()).isPositive();
            } else {
              assertThat(scope.remaining()).isEqualTo(time);
            }
            boolean none = time != null && time.isZero();
            assertThat(scope.isExpired()).isEqualTo(none);
            assertThat(Thread.currentThread().isInterrupted()).isEqualTo(none);
          }
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
  }
}
