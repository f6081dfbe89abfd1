package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/tick.md. */
class TickPageTest {

  @Test
  void askedFor_isTheNearestPowerOfTwoNotAbove() {
    WheelTimer coarse = WheelTimer.builder().tickDuration(Duration.ofMillis(100)).build();
    assertThat(coarse.tickDuration()).isEqualTo(Duration.ofNanos(1 << 26)); // 67.1 ms
    coarse.close();
  }

  @Test
  void clockMovedByHand_isExact() {
    WheelTimer exact = WheelTimer.builder().clock(new ManualClock()).build();
    assertThat(exact.tickDuration()).isEqualTo(Duration.ofNanos(1));
  }

  @Test
  void slack_firesTogetherWhatWaitsLong() {
    ManualClock clock = new ManualClock();
    WheelTimer loose = WheelTimer.builder().clock(clock).slack(7).build();
    loose.schedule(() -> {}, Duration.ofSeconds(1));
    clock.advance(Duration.ofNanos(1_002_438_655));
    loose.schedule(() -> {}, Duration.ofNanos(1)); // too short for slack
    assertThat(loose.pendingTimeouts()).isEqualTo(2);
    clock.advance(Duration.ofNanos(1));
    assertThat(loose.pendingTimeouts()).isZero();
  }
}
