package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Scopes inside each other, on timers that measure time in other ways. */
class DeadlineScopeTimersTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LATER = Duration.ofSeconds(2);
  private static final Duration INSTANT = Duration.ofMillis(1);
  private static final Duration CHECK_PERIOD = Duration.ofMillis(10);

  private final ManualClock outers = new ManualClock();
  private final WheelTimer outersTimer = WheelTimer.builder().clock(outers).build();
  private final ManualClock inners = new ManualClock();
  private final WheelTimer innersTimer = WheelTimer.builder().clock(inners).build();

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  @Test
  void outersTimerIsStopped_theInnersTimeEnds_isInterruptedAgain() {
    try (DeadlineScope outer = DeadlineScope.within(outersTimer, SECOND);
        DeadlineScope inner = DeadlineScope.within(innersTimer, LATER)) {
      outersTimer.stop();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(inner.isExpired()).isFalse();
      inners.advance(LATER);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(inner.isExpired()).isTrue();
      assertThat(outer.isExpired()).isFalse();
    }
  }

  /** With slack, what waits long ends later than what is armed then. */
  @Test
  void outersTimerHasSlack_theInnerEndsAsItsOwnTimeDoes() {
    WheelTimer slack = WheelTimer.builder().clock(outers).slack(1).build();
    try (DeadlineScope outer = DeadlineScope.within(slack, Duration.ofMinutes(1))) {
      outers.advance(Duration.ofMinutes(1).minusMillis(100));
      try (DeadlineScope inner = DeadlineScope.within(slack, Duration.ofMillis(101))) {
        outers.advance(Duration.ofMillis(202));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(inner.isExpired()).isTrue();
        assertThat(outer.isExpired()).isFalse();
      }
    }
  }

  @Test
  void outerWaitsToInterrupt_innerIsOpened_itsInterruptComesAtItsOwnNextCheck() {
    try (DeadlineScope outer = DeadlineScope.within(outersTimer, INSTANT)) {
      Thread.currentThread().interrupt(); // by another
      outers.advance(INSTANT);
      try (DeadlineScope inner = DeadlineScope.within(innersTimer, SECOND)) {
        assertThat(Thread.interrupted()).isTrue();
        inners.advance(CHECK_PERIOD);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(inner.isExpired()).isTrue();
      }
      assertThat(outer.isExpired()).isTrue();
    }
    assertThat(innersTimer.pendingTimeouts()).isZero();
    assertThat(outersTimer.pendingTimeouts()).isZero();
  }

  @Test
  void innerWaitsToInterrupt_closes_theOutersInterruptComesAtItsOwnNextCheck() {
    try (DeadlineScope outer = DeadlineScope.within(outersTimer, SECOND)) {
      try (DeadlineScope inner = DeadlineScope.within(innersTimer, INSTANT)) {
        Thread.currentThread().interrupt(); // by another
        inners.advance(INSTANT);
        outers.advance(SECOND);
        assertThat(inner.isExpired()).isTrue();
      }
      assertThat(innersTimer.pendingTimeouts()).isZero();
      assertThat(Thread.interrupted()).isTrue();
      outers.advance(CHECK_PERIOD);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(outer.isExpired()).isTrue();
    }
    assertThat(outersTimer.pendingTimeouts()).isZero();
  }
}
