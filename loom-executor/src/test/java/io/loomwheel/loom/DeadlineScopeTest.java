package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scopes of the test's own thread, which also moves the clock. */
class DeadlineScopeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration INSTANT = Duration.ofNanos(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  /** The runner of the tests must not see an interrupt that a test has left behind. */
  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  private static boolean flag() {
    return Thread.currentThread().isInterrupted();
  }

  @Test
  void within_blockEndsInTime_neitherInterruptedNorArmed() {
    DeadlineScope scope = DeadlineScope.within(timer, SECOND);
    try (scope) {
      clock.advance(SECOND.minus(INSTANT));
      assertThat(scope.isExpired()).isFalse();
      assertThat(flag()).isFalse();
    }
    assertThat(timer.pendingTimeouts()).isZero();

    clock.advance(SECOND);

    assertThat(scope.isExpired()).isFalse();
    assertThat(flag()).isFalse();
  }

  @Test
  void within_timeIsUp_interruptsAndSaysSo_andCloseClearsIt() {
    DeadlineScope scope = DeadlineScope.within(timer, SECOND);
    try (scope) {
      clock.advance(SECOND);
      assertThat(flag()).isTrue();
    }
    assertThat(flag()).isFalse();
    assertThat(scope.isExpired()).isTrue();
  }

  @Test
  void isExpired_anInterruptTakenInTheBlock_tellsItFromOthers() {
    try (DeadlineScope scope = DeadlineScope.within(timer, SECOND)) {
      clock.advance(SECOND);
      assertThatThrownBy(() -> Thread.sleep(Duration.ofHours(1)))
          .isInstanceOf(InterruptedException.class);
      assertThat(scope.isExpired()).isTrue();
    }
    assertThat(flag()).isFalse();
  }

  @Test
  void remaining_asTimePasses_whatIsLeftAndNeverBelowZero() {
    try (DeadlineScope scope = DeadlineScope.within(timer, SECOND)) {
      assertThat(scope.remaining()).isEqualTo(SECOND);
      clock.advance(Duration.ofMillis(300));
      assertThat(scope.remaining()).isEqualTo(Duration.ofMillis(700));
      clock.advance(SECOND);
      assertThat(scope.remaining()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void within_zeroOrLess_isUpAtOnce(long seconds) {
    try (DeadlineScope scope = DeadlineScope.within(timer, Duration.ofSeconds(seconds))) {
      assertThat(flag()).isTrue();
      assertThat(scope.isExpired()).isTrue();
      assertThat(scope.remaining()).isZero();
    }
    assertThat(flag()).isFalse();
  }

  @Test
  void within_aTimeThatOverflows_neverEnds() {
    try (DeadlineScope scope = DeadlineScope.within(timer, Duration.ofSeconds(Long.MAX_VALUE))) {
      clock.advance(Duration.ofDays(100 * 365));
      assertThat(scope.isExpired()).isFalse();
      assertThat(scope.remaining()).isGreaterThan(Duration.ofDays(100 * 365));
      assertThat(flag()).isFalse();
    }
  }

  @Test
  void close_again_doesNothing() {
    DeadlineScope scope = DeadlineScope.within(timer, SECOND);
    scope.close();
    Thread.currentThread().interrupt();

    scope.close();

    assertThat(flag()).isTrue();
  }

  @Test
  void close_byAnotherThread_throwsAndTheScopeStaysOpen() throws Exception {
    try (DeadlineScope scope = DeadlineScope.within(timer, SECOND)) {
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread other =
          Thread.ofVirtual().name("other").start(() -> thrown.set(catchThrowable(scope::close)));
      other.join();
      assertThat(thrown.get())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(
              "a scope must be closed by its thread " + Thread.currentThread() + ", not by ")
          .hasMessageContaining("other");

      clock.advance(SECOND);
      assertThat(flag()).isTrue();
    }
  }

  @Test
  void within_timerIsStopped_rejects() {
    timer.stop();

    assertThatThrownBy(() -> DeadlineScope.within(timer, SECOND))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("stopped, so no deadline can be set: " + timer);

    assertNothingIsOpen();
  }

  @Test
  void within_limitReached_rejects() {
    WheelTimer full = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    try (DeadlineScope scope = DeadlineScope.within(full, SECOND)) {
      assertThatThrownBy(() -> DeadlineScope.within(full, Duration.ofMillis(1)))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(scope.isExpired()).isFalse();
    }
    assertNothingIsOpen();
  }

  /** A scope that was not closed would be the one around this, with the earlier deadline. */
  private void assertNothingIsOpen() {
    WheelTimer other = WheelTimer.builder().clock(new ManualClock()).build();
    Duration long1 = Duration.ofDays(1);
    try (DeadlineScope scope = DeadlineScope.within(other, long1)) {
      assertThat(scope.remaining()).isEqualTo(long1);
    }
  }

  @Test
  void stop_ofTheTimer_interruptsWithoutBeingExpired() {
    DeadlineScope scope = DeadlineScope.within(timer, SECOND);
    try (scope) {
      timer.stop();
      assertThat(flag()).isTrue();
      assertThat(scope.isExpired()).isFalse();
    }
    assertThat(flag()).isFalse();
    assertThat(scope.isExpired()).isFalse();
  }

  @Test
  void toString_openAndExpired_saysSo() {
    try (DeadlineScope scope = DeadlineScope.within(timer, SECOND)) {
      assertThat(scope)
          .hasToString("DeadlineScope[remaining: PT1S, " + Thread.currentThread() + "]");
      clock.advance(SECOND);
      assertThat(scope).hasToString("DeadlineScope[expired, " + Thread.currentThread() + "]");
    }
  }

  @Nested
  class WithInterruptsByOthers {
    /** The form of the guide for a fallback that takes long: no question, and none is lost. */
    @Test
    void close_beforeTheFallback_leavesInterruptsOfOthersAndStillAnswers() {
      DeadlineScope scope = DeadlineScope.within(timer, SECOND);
      try (scope) {
        clock.advance(SECOND);
        Thread.sleep(Duration.ofHours(1));
      } catch (InterruptedException up) {
        Thread.currentThread().interrupt(); // by another, as the fallback begins
      }
      assertThat(scope.isExpired()).isTrue();
      assertThat(flag()).isTrue();
    }

    @Test
    void close_itsOwnInterruptAskedForAndNotTaken_clearsIt() {
      try (DeadlineScope scope = DeadlineScope.within(timer, SECOND)) {
        clock.advance(SECOND);
        assertThat(scope.isExpired()).isTrue();
        assertThat(CompletableFuture.supplyAsync(scope::isExpired).join()).isTrue();
      }
      assertThat(flag()).isFalse();
    }
  }

  @Nested
  class InsideEachOther {
    private static final Duration LATER = Duration.ofSeconds(2);

    @Test
    void close_ofTheOuterFirst_closesTheInnerToo() {
      DeadlineScope outer = DeadlineScope.within(timer, LATER);
      DeadlineScope inner = DeadlineScope.within(timer, SECOND);

      outer.close();

      assertThat(timer.pendingTimeouts()).isZero();
      clock.advance(LATER);
      assertThat(flag()).isFalse();
      inner.close();
      assertNothingIsOpen();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void outersInterruptIsTakenInside_theOuterIsAskedThere_itIsThereForTheCodeAround(boolean text) {
      try (DeadlineScope outer = DeadlineScope.within(timer, SECOND)) {
        try (DeadlineScope inner = DeadlineScope.within(timer, LATER)) {
          clock.advance(SECOND);
          assertThat(Thread.interrupted()).isTrue();
          assertThat(text ? outer.toString().contains("expired") : outer.isExpired()).isTrue();
          assertThat(inner.remaining()).isZero();
        }
        assertThat(flag()).isTrue();
      }
      assertThat(flag()).isFalse();
    }

    @Test
    void stop_thenScopesOfAnotherTimerInside_theOutersInterruptIsLeftByTheInnermost() {
      WheelTimer other = WheelTimer.builder().clock(clock).build();
      try (DeadlineScope outer = DeadlineScope.within(timer, LATER)) {
        timer.stop();
        try (DeadlineScope inner = DeadlineScope.within(other, SECOND)) {
          DeadlineScope.within(other, SECOND).close();
          assertThat(flag()).isTrue();
          assertThat(inner.isExpired()).isFalse();
        }
        assertThat(flag()).isTrue();
        assertThat(outer.isExpired()).isFalse();
      }
      assertThat(flag()).isFalse();
    }
  }
}
