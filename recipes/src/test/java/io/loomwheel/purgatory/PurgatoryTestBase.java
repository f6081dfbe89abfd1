package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;

/** A purgatory on a clock that the test moves. */
abstract class PurgatoryTestBase {
  final ManualClock clock = new ManualClock();
  final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  final Purgatory<String> purgatory = Purgatory.builder().name("fetch").timer(timer).build();

  final void assertNothingWaits() {
    assertThat(purgatory.watched()).isZero();
    assertThat(purgatory.delayed()).isZero();
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
