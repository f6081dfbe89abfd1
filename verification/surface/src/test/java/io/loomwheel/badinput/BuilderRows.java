package io.loomwheel.badinput;

import static io.loomwheel.badinput.Bad.MAX;
import static io.loomwheel.badinput.Bad.MIN;
import static io.loomwheel.badinput.Bad.NEGATIVE;
import static io.loomwheel.badinput.Bad.ZERO;
import static io.loomwheel.badinput.Outcome.illegal;
import static io.loomwheel.badinput.Outcome.returnsItself;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.List;

/** {@code WheelTimer.Builder}. */
final class BuilderRows {
  private static final Outcome BLANK = illegal("name must not be blank, was '{}'");

  static List<Table<?>> tables() {
    Table<WheelTimer.Builder> table =
        Table.of(WheelTimer.Builder.class, world -> WheelTimer.builder());
    named(table);
    Outcome tick = illegal("tickDuration must be positive and at most PT24H, was {}");
    table
        .row("tickDuration(Duration tick)")
        .normally(returnsItself())
        .when("tick", tick)
        .given("tick", "a day", world -> Duration.ofDays(1), returnsItself())
        .given("tick", "above a day", world -> Duration.ofDays(1).plusNanos(1), tick)
        .given("tick", "a nanosecond", world -> Duration.ofNanos(1), fine());
    table.chaining("hierarchical()");
    Outcome ring = illegal("ticksPerWheel must be from 1 to 1048576, was {}");
    table
        .row("hashed(int ticksPerWheel)")
        .normally(returnsItself())
        .when("ticksPerWheel", ring)
        .given("ticksPerWheel", "most", world -> 1 << 20, returnsItself())
        .given("ticksPerWheel", "above that", world -> (1 << 20) + 1, ring);
    Outcome slack = illegal("slack must be from 0 to 30, was {}");
    table
        .row("slack(int shift)")
        .normally(returnsItself())
        .when("shift", slack, MIN, NEGATIVE, MAX)
        .when("shift", returnsItself(), ZERO)
        .given("shift", "most", world -> 30, returnsItself())
        .given("shift", "above that", world -> 31, slack);
    Outcome shards = illegal("shards must be from 1 to 4096, was {}");
    table
        .row("shards(int shards)")
        .normally(returnsItself())
        .when("shards", shards)
        .given("shards", "most", world -> 4096, returnsItself())
        .given("shards", "above that", world -> 4097, shards);
    table
        .row("maxPendingTimeouts(long most)")
        .normally(returnsItself())
        .positive("most", "maxPendingTimeouts must be positive, was {}", returnsItself());
    table.chaining(
        "leakDetection(boolean on)",
        "sampleStacks(boolean on)",
        "taskExecutor(Executor executor)",
        "threadFactory(ThreadFactory threads)",
        "clock(NanoClock clock)",
        "onRejected(BiConsumer handler)",
        "dropRejected(Consumer onDropped)",
        "onFailure(BiConsumer handler)");
    table.asking("build()");
    return List.of(table);
  }

  static void named(Table<?> table) {
    table
        .row("name(String name)")
        .normally(returnsItself())
        .given("name", "empty", world -> "", BLANK)
        .given("name", "blank", world -> " \t", BLANK);
  }

  /** Taken by the method, because a stepped clock may follow; refused by build without one. */
  private static Outcome fine() {
    return Outcome.then(
        "is for build to judge",
        call ->
            assertThatThrownBy(() -> ((WheelTimer.Builder) call.receiver()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                    "tickDuration must be at least PT0.000065536S unless the clock is stepped by"
                        + " hand, was PT0.000000001S"));
  }
}
