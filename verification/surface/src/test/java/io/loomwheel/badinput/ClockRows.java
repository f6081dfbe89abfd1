package io.loomwheel.badinput;

import static io.loomwheel.badinput.Bad.MAX;
import static io.loomwheel.badinput.Bad.MIN;
import static io.loomwheel.badinput.Bad.NEGATIVE;
import static io.loomwheel.badinput.Bad.ZERO;
import static io.loomwheel.badinput.Outcome.illegal;
import static io.loomwheel.badinput.Outcome.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.NanoClock;
import io.loomwheel.SteppedClock;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;

/** The clocks. */
final class ClockRows {
  static List<Table<?>> tables() {
    return List.of(nanoClock(), steppedClock(), manualClock());
  }

  private static Table<NanoClock> nanoClock() {
    Table<NanoClock> table = Table.of(NanoClock.class, world -> NanoClock.system());
    table.asking("nanoTime()", "system()");
    return table;
  }

  private static Table<SteppedClock> steppedClock() {
    Table<SteppedClock> table = Table.of(SteppedClock.class, world -> new ManualClock());
    table.written("attach(Wheels wheels)", "detach(Wheels wheels)");
    table.asking("isMovedByCaller()");
    return table;
  }

  private static Table<ManualClock> manualClock() {
    Table<ManualClock> table = Table.of(ManualClock.class, world -> new ManualClock());
    table.asking("ManualClock()");
    table.row("ManualClock(long nanoTime)").when("nanoTime", shown());
    table.asking("nanoTime()");
    table
        .row("advance(Duration by)")
        .when("by", illegal("by must not be negative, was {}"), MIN, NEGATIVE)
        .when("by", at(0), ZERO)
        .when(
            "by",
            rejects(
                ArithmeticException.class, "by must be at most PT2562047H47M16.854775807S, was {}"),
            MAX)
        .given("by", "292 years", world -> Duration.ofNanos(Long.MAX_VALUE), at(Long.MAX_VALUE));
    Outcome past = illegal("nanoTime must not be before 0 by now, was {}");
    table
        .row("advanceTo(long nanoTime)")
        .when("nanoTime", past, MIN, NEGATIVE)
        .when("nanoTime", at(0), ZERO)
        .when("nanoTime", at(Long.MAX_VALUE), MAX);
    table.row("attach(Wheels wheels)");
    table.row("detach(Wheels wheels)");
    table.asking("isMovedByCaller()", "toString()");
    return table;
  }

  private static Outcome at(long nanoTime) {
    return Outcome.then(
        "stands at " + nanoTime,
        call -> assertThat(((ManualClock) call.receiver()).nanoTime()).isEqualTo(nanoTime));
  }

  private static Outcome shown() {
    return Outcome.then(
        "stands there",
        call -> assertThat(((ManualClock) call.result()).nanoTime()).isEqualTo(call.value()));
  }
}
