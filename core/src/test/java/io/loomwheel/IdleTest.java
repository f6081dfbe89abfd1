package io.loomwheel;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a timer does while nothing is due: next to nothing. */
class IdleTest {
  /** The tests' own sense of time; a timer that is idle can't give it. */
  private final WheelTimer steady = WheelTimer.create();

  private void waitASecond() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    steady.newTimeout(timeout -> over.countDown(), 1, SECONDS);
    assertThat(over.await(60, SECONDS)).isTrue();
    steady.stop();
  }

  /** A tick is a millisecond, so a wheel that ticked would wake a thousand times. */
  @ParameterizedTest
  @ValueSource(ints = {0, 512})
  void hundredThousandFarTimeouts_wakeTheDriverLessThanTwentyTimesASecond(int ring)
      throws Exception {
    WheelTimer.Builder builder = WheelTimer.builder();
    try (WheelTimer timer = (ring == 0 ? builder : builder.hashed(ring)).build()) {
      for (int i = 0; i < 100_000; i++) {
        timer.newTimeout(timeout -> {}, HOURS.toNanos(1) + i * 1_000_000L, NANOSECONDS);
      }
      long before = timer.stats().wakeUps();
      waitASecond();
      long woken = timer.stats().wakeUps() - before;
      assertThat(woken).isLessThan(20);
    }
  }

  @Test
  void nothingArmed_theDriverSleepsOn() throws Exception {
    try (WheelTimer timer = WheelTimer.create()) {
      timer.start();
      timer.newTimeout(timeout -> {}, 1, HOURS).cancel();
      waitASecond();
      assertThat(timer.stats().wakeUps()).isLessThan(5);
    }
  }
}
