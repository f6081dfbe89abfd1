package io.loomwheel.examples.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import java.util.concurrent.TimeUnit;
import kotlinx.coroutines.ExecutorCoroutineDispatcher;
import kotlinx.coroutines.ExecutorsKt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Coroutines on a dispatcher that waits on a wheel. */
class CoroutinesTest {
  private static final long MILLIS = 50;
  private static final long AN_HOUR = TimeUnit.HOURS.toMillis(1);

  private final WheelTimer timer = WheelTimer.create();
  private final WheelExecutorService executor = WheelExecutorService.on(timer);
  private final ExecutorCoroutineDispatcher wheel = ExecutorsKt.from(executor);
  private final long from = System.nanoTime();

  @AfterEach
  void tidy() {
    assertThat(timer.pendingTimeouts()).isZero();
    wheel.close();
    assertThat(executor.isShutdown()).isTrue(); // closing the dispatcher ends its executor
    timer.close();
  }

  private void assertNotEarlier() {
    assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(MILLIS * 1_000_000);
  }

  @Test
  void delay_manyCoroutines_wakeOnVirtualThreadsByTheWheel() {
    assertThat(CoroutinesKt.sleepers(wheel, 1000, MILLIS)).isEqualTo(1000);
    assertNotEarlier();
    assertThat(timer.stats().fired()).isGreaterThanOrEqualTo(1000);
  }

  @Test
  void withTimeout_noAnswer_timesOutByTheWheel() {
    assertThat(CoroutinesKt.tooLate(wheel, MILLIS)).isEqualTo("too late");
    assertNotEarlier();
    assertThat(timer.stats().fired()).isEqualTo(1);
  }

  @Test
  void withTimeout_answer_leavesNothingOnTheWheel() {
    assertThat(CoroutinesKt.inTime(wheel, AN_HOUR)).isEqualTo("in time");
  }

  @Test
  void delay_withinAnotherDispatcher_doesNotRideTheWheel() {
    CoroutinesKt.elsewhere(wheel, MILLIS);
    assertNotEarlier();
    assertThat(timer.stats().armed()).isZero();
  }
}
