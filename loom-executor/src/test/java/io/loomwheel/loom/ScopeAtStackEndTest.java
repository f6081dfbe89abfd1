package io.loomwheel.loom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.StackDepths;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Scopes that are opened and closed where hardly any stack is left. */
class ScopeAtStackEndTest {
  private static final int STEPS = 250;
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void scope_atTheEndOfTheStack_leavesTheLimitAsItWas() throws Exception {
    WheelTimer timer =
        WheelTimer.builder().clock(new ManualClock()).shards(1).maxPendingTimeouts(1).build();
    DeadlineScope.within(timer, HOUR).close(); // so that nothing is loaded and linked below

    StackDepths.forEach(STEPS, step -> DeadlineScope.within(timer, HOUR).close());

    assertThat(timer.pendingTimeouts()).isZero();
    timer.schedule(() -> {}, HOUR);
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> timer.schedule(() -> {}, HOUR));
  }
}
