package io.loomwheel;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A task without delay that arms itself again, on an executor that runs it on the spot; on the real
 * clock too in {@link RealClockTest}.
 */
class ZeroDelayTest {
  private static final int RUNS = 100_000;

  @Test
  void newTimeout_withoutDelayOnASteppedClock_nestsALittleAndGoesOnWithTheNextTurn() {
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    AtomicInteger runs = new AtomicInteger();
    TimerTask again =
        new TimerTask() {
          @Override
          public void run(Timeout timeout) {
            if (runs.incrementAndGet() < RUNS) {
              timeout.timer().newTimeout(this, 0, MILLISECONDS);
            }
          }
        };
    timer.newTimeout(again, 0, MILLISECONDS);
    assertThat(runs).hasValueLessThan(RUNS).hasValueGreaterThan(1);
    clock.advance(Duration.ZERO);
    assertThat(runs).hasValue(RUNS);
    assertThat(timer.stats().failed()).isZero();
  }

  @Test
  void newTimeout_withoutDelayNestedDeepAtTheLimit_needsNoPlace() {
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    timer.newTimeout(timeout -> {}, 1, SECONDS); // takes the one place
    AtomicInteger runs = new AtomicInteger();
    TimerTask again =
        new TimerTask() {
          @Override
          public void run(Timeout timeout) {
            if (runs.incrementAndGet() < 100) {
              timeout.timer().newTimeout(this, 0, MILLISECONDS);
            }
          }
        };
    timer.newTimeout(again, 0, MILLISECONDS);
    clock.advance(Duration.ZERO);
    assertThat(runs).hasValue(100);
    assertThat(timer.stats().failed()).isZero();
    assertThat(timer.pendingTimeouts()).isOne();
  }
}
