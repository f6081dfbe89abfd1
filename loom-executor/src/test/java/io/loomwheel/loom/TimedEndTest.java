package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Future.State;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a task of {@code submitWithTimeout} when its time, its executor or its timer
 * ends.
 */
class TimedEndTest {
  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  private String untilInterrupted() {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
    return "interrupted";
  }

  @Test
  void timeUp_theTaskHoldsTheOnlyThread_isInterruptedAndFails() throws Exception {
    try (WheelTimer timer = WheelTimer.builder().taskExecutor(pool).build()) {
      WheelExecutorService executor = WheelExecutorService.on(timer);
      Future<String> future =
          executor.submitWithTimeout(this::untilInterrupted, Duration.ofMillis(20));

      assertThatThrownBy(() -> future.get(20, SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TimeoutException.class);

      assertThat(interrupted.await(20, SECONDS)).isTrue();
      executor.shutdown();
      assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
    }
  }

  @Test
  void shutdownNow_ownTimer_whatHadNotBegunIsReturnedAndCancelled() throws Exception {
    WheelExecutorService executor = WheelExecutorService.builder().taskExecutor(pool).build();
    Future<String> running = executor.submit(this::untilInterrupted);
    begun.await();
    Future<String> waiting = executor.submitWithTimeout(() -> "never", Duration.ofHours(1));

    List<Runnable> left = executor.shutdownNow();

    assertThat(left).containsExactly((Runnable) waiting);
    assertThat(running.get(20, SECONDS)).isEqualTo("interrupted");
    assertThatThrownBy(() -> waiting.get(20, SECONDS)).isInstanceOf(CancellationException.class);
    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
  }

  @Test
  void shutdownNow_timerOfOthers_whatHadNotBegunIsReturnedAndFailsInTime() throws Exception {
    try (WheelTimer timer = WheelTimer.create()) {
      WheelExecutorService executor =
          WheelExecutorService.builder().timer(timer).taskExecutor(pool).build();
      Future<String> running = executor.submit(this::untilInterrupted);
      begun.await();
      Future<String> waiting = executor.submitWithTimeout(() -> "never", Duration.ofMillis(100));

      assertThat(executor.shutdownNow()).containsExactly((Runnable) waiting);

      assertThat(running.get(20, SECONDS)).isEqualTo("interrupted");
      assertThatThrownBy(() -> waiting.get(20, SECONDS)).hasCauseInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void stopOfTheTimer_running_isInterruptedAndCancelled() throws Exception {
    WheelTimer timer = WheelTimer.create();
    WheelExecutorService executor = WheelExecutorService.on(timer);
    Future<String> future = executor.submitWithTimeout(this::untilInterrupted, Duration.ofHours(1));
    begun.await();

    timer.stop();

    assertThat(future.state()).isEqualTo(State.CANCELLED);
    assertThat(interrupted.await(20, SECONDS)).isTrue();
    executor.shutdown();
    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
  }

  @Test
  void shutdown_running_keepsItsTime() throws Exception {
    WheelExecutorService executor = WheelExecutorService.create();
    Future<String> future =
        executor.submitWithTimeout(this::untilInterrupted, Duration.ofMillis(100));
    begun.await();

    executor.shutdown();

    assertThatThrownBy(() -> future.get(20, SECONDS)).hasCauseInstanceOf(TimeoutException.class);
    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
  }
}
