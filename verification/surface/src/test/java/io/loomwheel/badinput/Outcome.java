package io.loomwheel.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What is to come of a call.
 *
 * @param waits whether the call waits until its thread is interrupted
 */
record Outcome(String says, Consumer<Call> check, boolean waits) {
  private static final Duration LONG = Duration.ofDays(36_500);

  Outcome(String says, Consumer<Call> check) {
    this(says, check, false);
  }

  /** An exception with these words; {@code {}} is the value. */
  static Outcome rejects(Class<? extends Throwable> type, String message) {
    return new Outcome(
        type.getSimpleName() + ": " + message,
        call -> {
          assertThat(call.thrown()).isInstanceOf(type);
          assertThat(call.thrown()).hasMessage(message.replace("{}", "" + call.value()));
        });
  }

  static Outcome illegal(String message) {
    return rejects(IllegalArgumentException.class, message);
  }

  static Outcome interrupted() {
    return new Outcome(
        "waits until interrupted",
        call -> assertThat(call.thrown()).isInstanceOf(InterruptedException.class),
        true);
  }

  /** No exception. */
  static Outcome accepts() {
    return then("is accepted", call -> {});
  }

  static Outcome then(String says, Consumer<Call> check) {
    return new Outcome(
        says,
        call -> {
          assertThat(call.thrown()).as("thrown").isNull();
          check.accept(call);
        });
  }

  static Outcome returnsItself() {
    return then("returns this", call -> assertThat(call.result()).isSameAs(call.receiver()));
  }

  static Outcome returns(Object value) {
    return then("returns " + value, call -> assertThat(call.result()).isEqualTo(value));
  }

  static Outcome runsAtOnce() {
    return then(
        "runs at once",
        call -> {
          call.world().pass(Duration.ZERO);
          assertThat(call.world().runs()).isOne();
        });
  }

  static Outcome runsAfterANanosecond() {
    return then(
        "runs after a nanosecond, not within the call",
        call -> {
          call.world().pass(Duration.ZERO);
          assertThat(call.world().runs()).isZero();
          call.world().pass(Duration.ofNanos(1));
          assertThat(call.world().runs()).isOne();
        });
  }

  static Outcome neverRuns() {
    return then(
        "never runs",
        call -> {
          call.world().pass(LONG);
          assertThat(call.world().runs()).isZero();
        });
  }

  /** Neither now nor in a century, and is still there. */
  static Outcome waitsForEver() {
    return then(
        "waits for ever",
        call -> {
          call.world().pass(LONG);
          assertThat(call.world().runs()).isZero();
          assertThat(call.world().timer.pendingTimeouts()).isPositive();
        });
  }

  static Outcome runsAfterASecond() {
    return then(
        "runs after a second",
        call -> {
          call.world().pass(Duration.ofSeconds(1).minusNanos(1));
          assertThat(call.world().runs()).isZero();
          call.world().pass(Duration.ofNanos(1));
          assertThat(call.world().runs()).isOne();
        });
  }

  /** Once its first delay is over, however little time passes. */
  static Outcome runsBackToBack() {
    return then(
        "runs back to back",
        call -> {
          call.world().pass(Duration.ofSeconds(1));
          assertThat(call.world().runs()).isGreaterThan(10);
        });
  }

  static Outcome runsOnceInACentury() {
    return then(
        "runs once, and not again in a century",
        call -> {
          call.world().pass(Duration.ofSeconds(1));
          call.world().pass(LONG);
          assertThat(call.world().runs()).isOne();
        });
  }
}
