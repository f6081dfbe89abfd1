package io.loomwheel.recipes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Logs;
import io.loomwheel.testing.ManualClock;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is logged if no listener is notified that a timer watches no more. */
class UnwatchedWarningTest {
  private static final String WARNING = "is not watched any more, perhaps among others";
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  private int warnings() {
    return log.toString(UTF_8).split(WARNING, -1).length - 1;
  }

  private static void stopUnderAnIdleTimeout() {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
    IdleTimeout.start(timer, LIMIT, idle -> {});
    timer.stop();
  }

  private static void stopUnderAHeartbeat() {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
    HeartbeatTask.start(timer, LIMIT, 1, new TestChannel(() -> {}, lost -> {}));
    timer.stop();
  }

  private void assertWarnsOnceASecond(Runnable stop) {
    long began = System.nanoTime();
    do {
      assertThat(System.nanoTime() - began).isLessThan(30_000_000_000L);
      stop.run();
    } while (warnings() == 0);
    long warned = System.nanoTime();
    assertThat(log.toString(UTF_8))
        .containsPattern(
            "(UnwatchedWarningTest\\S+|TestChannel\\[.*]) "
                + WARNING
                + ": WheelTimer\\[\\w+, stopped] was stopped");
    for (int i = 0; i < 100; i++) {
      stop.run();
    }
    long seconds = (System.nanoTime() - warned) / 1_000_000_000;
    assertThat(warnings()).isLessThanOrEqualTo(2 + (int) seconds);
  }

  @Test
  void stop_ofManyIdleTimeouts_warnsOnceASecond() {
    Logs.to(log, () -> assertWarnsOnceASecond(UnwatchedWarningTest::stopUnderAnIdleTimeout));
  }

  @Test
  void stop_ofManyHeartbeats_warnsOnceASecond() {
    Logs.to(log, () -> assertWarnsOnceASecond(UnwatchedWarningTest::stopUnderAHeartbeat));
  }
}
