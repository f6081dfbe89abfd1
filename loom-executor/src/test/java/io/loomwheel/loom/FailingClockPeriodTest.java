package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.IdleTimer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock that throws when a periodic task, or an idle timer, reads it to go on. */
class FailingClockPeriodTest {
  /** How often it will throw. */
  private final AtomicInteger failures = new AtomicInteger();

  /** Fails on the threads of tasks, so that the driver goes on. */
  private final WheelTimer timer =
      WheelTimer.builder()
          .clock(
              () -> {
                if (Thread.currentThread().isVirtual()
                    && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                  throw new IllegalStateException("clock, on purpose");
                }
                return System.nanoTime();
              })
          .build();

  private final WheelExecutorService executor = WheelExecutorService.on(timer);

  @AfterEach
  void stop() {
    timer.stop();
  }

  private Future<?> start(boolean fixedRate, Runnable task) {
    return fixedRate
        ? executor.scheduleAtFixedRate(task, 1, 1, MILLISECONDS)
        : executor.scheduleWithFixedDelay(task, 1, 1, MILLISECONDS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void period_clockThrowsOnce_goesOn(boolean fixedRate) throws Exception {
    CountDownLatch runs = new CountDownLatch(10);
    Future<?> period =
        start(
            fixedRate,
            () -> {
              runs.countDown();
              if (runs.getCount() == 7) {
                failures.set(1);
              }
            });
    assertThat(runs.await(60, SECONDS)).isTrue();
    assertThat(period.cancel(false)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void period_clockThrowsAgainAndAgain_isCancelled_andTheExecutorTerminates(boolean fixedRate)
      throws Exception {
    Future<?> period = start(fixedRate, () -> failures.set(Integer.MAX_VALUE));
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(() -> period.get(60, SECONDS));
    executor.shutdown();
    assertThat(executor.awaitTermination(60, SECONDS)).isTrue();
  }

  @Test
  void idleTimer_clockThrowsOnce_isUpAllTheSame() throws Exception {
    CountDownLatch up = new CountDownLatch(1);
    IdleTimer idle = new IdleTimer(timer, 1_000_000, 1_000_000, up::countDown);
    failures.set(1);
    assertThat(idle.arm()).isTrue();
    idle.begin();
    assertThat(up.await(60, SECONDS)).isTrue();
    assertThat(failures).hasValue(0);
  }
}
