package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scopes inside each other leave for the code around, and for those who sent an interrupt. */
class DeadlineScopeOwedTest {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LATER = Duration.ofSeconds(2);
  private static final Duration CHECK_PERIOD = Duration.ofMillis(10);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  private DeadlineScope within(Duration time) {
    return DeadlineScope.within(timer, time);
  }

  private static boolean flag() {
    return Thread.currentThread().isInterrupted();
  }

  private static void byAnother() {
    Thread.currentThread().interrupt();
  }

  @ParameterizedTest
  @CsvSource({"PT2S, PT1S, false", "PT2S, PT1S, true", "PT1S, PT2S, false", "PT1S, PT2S, true"})
  void stop_bothOpen_theInnerCloses_theCodeAroundIsInterruptedToo(
      Duration outerTime, Duration innerTime, boolean takes) {
    try (DeadlineScope outer = within(outerTime)) {
      try (DeadlineScope inner = within(innerTime)) {
        timer.stop();
        assertThat(takes ? Thread.interrupted() : flag()).isTrue();
        assertThat(inner.isExpired()).isFalse();
      }
      assertThat(flag()).isTrue();
      assertThat(outer.isExpired()).isFalse();
    }
    assertThat(flag()).isFalse();
  }

  @Test
  void stop_anInterruptByAnotherPending_leavesIt() {
    try (DeadlineScope scope = within(SOON)) {
      byAnother();
      timer.stop();
      assertThat(scope.isExpired()).isFalse();
    }
    assertThat(flag()).isTrue();
  }

  @Test
  void stop_anInterruptByAnotherPending_oneMoreComesOnceThatIsTaken() {
    try (DeadlineScope scope = within(SOON)) {
      byAnother();
      timer.stop();
      assertThat(Thread.interrupted()).isTrue();
      while (!flag()) {
        Thread.onSpinWait();
      }
      assertThat(scope.isExpired()).isFalse();
    }
    assertThat(flag()).isFalse();
  }

  @Test
  void timeIsUp_theFlagSetByAnother_aLaterScopeInsideLeavesIt() {
    try (DeadlineScope outer = within(SOON)) {
      try (DeadlineScope inner = within(LATER)) {
        byAnother();
        clock.advance(SOON);
        assertThat(inner.isExpired()).isTrue();
      }
      assertThat(outer.isExpired()).isTrue();
    }
    assertThat(flag()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void timeIsUp_theFlagSetByAnother_aScopeOpenedInsideAfterwardsLeavesIt() {
    try (DeadlineScope outer = within(SOON)) {
      byAnother();
      clock.advance(SOON);
      within(LATER).close();
      assertThat(outer.isExpired()).isTrue();
    }
    assertThat(flag()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"PT1S, PT2S", "PT2S, PT1S", "PT1S, PT1S"})
  void innersInterruptIsTakenAndAsked_oneByAnotherThen_bothLeaveIt(
      Duration outerTime, Duration innerTime) {
    try (DeadlineScope outer = within(outerTime)) {
      try (DeadlineScope inner = within(innerTime)) {
        clock.advance(LATER);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(inner.isExpired()).isTrue();
        byAnother();
      }
      assertThat(outer.isExpired()).isTrue();
    }
    assertThat(flag()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void innersInterruptIsTakenAndAsked_oneByAnotherIsTakenOutside_theOutersComesAtTheNextCheck() {
    try (DeadlineScope outer = within(SOON)) {
      try (DeadlineScope inner = within(LATER)) {
        clock.advance(SOON);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(inner.isExpired()).isTrue();
        byAnother();
      }
      assertThat(Thread.interrupted()).isTrue();
      clock.advance(CHECK_PERIOD);
      assertThat(flag()).isTrue();
      assertThat(outer.isExpired()).isTrue();
    }
    assertThat(flag()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void outersInterruptIsTakenInside_scopesOpenedThere_itIsThereForTheCodeAround(int scopes) {
    try (DeadlineScope outer = within(SOON)) {
      try (DeadlineScope inner = within(LATER)) {
        clock.advance(SOON);
        assertThat(Thread.interrupted()).isTrue();
        for (int i = 0; i < scopes; i++) {
          try (DeadlineScope fallback = within(LATER)) {
            assertThat(Thread.interrupted()).as("up at once").isTrue();
            assertThat(fallback.isExpired()).isTrue();
          }
          assertThat(flag()).as("the code of the inner one has taken its own").isFalse();
        }
        assertThat(inner.isExpired()).isTrue();
      }
      assertThat(flag()).isTrue();
      assertThat(outer.isExpired()).isTrue();
    }
    assertThat(flag()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void outersInterruptIsTakenInside_theOuterIsAskedThere_itIsThereForTheCodeAround(boolean text) {
    try (DeadlineScope outer = within(SOON)) {
      try (DeadlineScope inner = within(LATER)) {
        clock.advance(SOON);
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
    try (DeadlineScope outer = within(LATER)) {
      timer.stop();
      try (DeadlineScope inner = DeadlineScope.within(other, SOON)) {
        DeadlineScope.within(other, SOON).close();
        assertThat(flag()).isTrue();
        assertThat(inner.isExpired()).isFalse();
      }
      assertThat(flag()).isTrue();
      assertThat(outer.isExpired()).isFalse();
    }
    assertThat(flag()).isFalse();
  }

  @Test
  void innerIsUpAndTaken_theOutersTimeEnds_theInnersCodeIsInterruptedAgain() {
    try (DeadlineScope outer = within(LATER)) {
      try (DeadlineScope inner = within(SOON)) {
        clock.advance(SOON);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(inner.isExpired()).isTrue();
        clock.advance(SOON);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outer.isExpired()).isTrue();
      }
      assertThat(flag()).isTrue();
    }
    assertThat(flag()).isFalse();
  }
}
