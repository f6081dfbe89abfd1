package io.loomwheel.badinput;

import static io.loomwheel.badinput.Outcome.illegal;
import static io.loomwheel.badinput.Outcome.returnsItself;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.recipes.Backoff;
import io.loomwheel.recipes.RetryTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

/** Retries, and how long they wait. */
final class RetryRows {
  static List<Table<?>> tables() {
    return List.of(backoff(), retry(), builder());
  }

  private static Table<Backoff> backoff() {
    Table<Backoff> table =
        Table.of(
            Backoff.class, world -> Backoff.exponential(Duration.ofNanos(8), Duration.ofNanos(64)));
    table
        .row("delayNanos(int failures, RandomGenerator random)")
        .normally(from1To(8))
        .when("failures", from1To(8), from1To(64));
    table
        .row("fixed(Duration delay)")
        .positive("delay", "delay must be positive, was {}", longest());
    table
        .row("exponential(Duration first, Duration cap)")
        .positive(
            "first",
            "first must be positive, was {}",
            illegal("cap must not be below {}, was PT1S"))
        .positive("cap", "cap must be positive, was {}", from1To(1_000_000_000))
        .given(
            "cap",
            "below the first",
            world -> Duration.ofMillis(1),
            illegal("cap must not be below PT1S, was {}"));
    return table;
  }

  private static Outcome from1To(long most) {
    return Outcome.then(
        "waits from 1 to " + most + " ns",
        call -> {
          Object delay =
              call.result() instanceof Backoff backoff
                  ? backoff.delayNanos(1, RandomGenerator.getDefault())
                  : call.result();
          assertThat((Long) delay).isBetween(1L, most);
        });
  }

  private static Outcome longest() {
    return Outcome.then(
        "waits for ever",
        call ->
            assertThat(((Backoff) call.result()).delayNanos(1, RandomGenerator.getDefault()))
                .isEqualTo(Long.MAX_VALUE));
  }

  private static Table<RetryTask> retry() {
    Table<RetryTask> table =
        Table.of(RetryTask.class, world -> RetryTask.on(world.timer).build())
            .state("stopped", (world, retry) -> world.timer.stop());
    table.row("on(WheelTimer timer)");
    table.row("start(Callable attempt)").normally(Outcome.runsAtOnce()).in("stopped", refused());
    return table;
  }

  private static Outcome refused() {
    return Outcome.then(
        "fails: timer 'world' is stopped",
        call ->
            assertThatThrownBy(((CompletableFuture<?>) call.result())::join)
                .hasCauseInstanceOf(RejectedExecutionException.class)
                .hasRootCauseMessage("timer 'world' is stopped"));
  }

  private static Table<RetryTask.Builder> builder() {
    Table<RetryTask.Builder> table =
        Table.of(RetryTask.Builder.class, world -> RetryTask.on(world.timer));
    table
        .row("attempts(int most)")
        .positive("most", "attempts must be positive, was {}", returnsItself());
    table.chaining(
        "backoff(Backoff backoff)", "retryIf(Predicate retryIf)", "random(RandomGenerator random)");
    table.asking("build()");
    return table;
  }
}
