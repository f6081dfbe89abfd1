package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What follows when the timer's executor is full and its handler drops: the user's tasks are
 * dropped and their owners notified; timeouts and periods go on. SECURITY.md names these tests.
 */
class DroppedTest {
  private static final Executor FULL =
      task -> {
        throw new RejectedExecutionException("full, on purpose");
      };

  private final ManualClock clock = new ManualClock();
  private final AtomicInteger dropped = new AtomicInteger();
  private final WheelTimer timer =
      WheelTimer.builder()
          .clock(clock)
          .taskExecutor(FULL)
          .dropRejected(reason -> dropped.incrementAndGet())
          .build();

  /** Forgets the tasks, so that nobody is notified before they are collected. */
  private final WheelTimer forgetting =
      WheelTimer.builder()
          .clock(clock)
          .taskExecutor(FULL)
          .onRejected((task, reason) -> dropped.incrementAndGet())
          .build();

  private void advance() {
    clock.advance(Duration.ofSeconds(1));
  }

  @Test
  void schedule_droppedTask_itsFutureIsCancelled_andTheExecutorTerminates() throws Exception {
    WheelExecutorService executor = WheelExecutorService.on(timer);
    Future<Integer> delayed = executor.schedule(() -> 1, 1, SECONDS);
    Future<Integer> timed = executor.submitWithTimeout(() -> 1, Duration.ofDays(1));
    FutureTask<Integer> own = new FutureTask<>(() -> 1);
    executor.execute(own);
    executor.execute(() -> {});
    advance();
    assertThat(dropped).hasValue(4);
    executor.shutdown();
    assertThat(executor.awaitTermination(60, SECONDS)).isTrue();
    for (Future<Integer> future : List.of(delayed, timed, own)) {
      assertThatExceptionOfType(CancellationException.class).isThrownBy(future::get);
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void scheduleAtFixedRate_executorFull_goesOn() throws Exception {
    WheelExecutorService executor = WheelExecutorService.on(timer);
    CountDownLatch runs = new CountDownLatch(3);
    Future<?> period = executor.scheduleAtFixedRate(runs::countDown, 1, 1, MILLISECONDS);
    advance();
    assertThat(runs.await(60, SECONDS)).isTrue();
    assertThat(period.cancel(false)).isTrue();
    executor.shutdown();
    assertThat(executor.awaitTermination(60, SECONDS)).isTrue();
    assertThat(dropped).hasValue(0);
  }

  @Test
  void orTimeout_executorFullAndTheHandlerForgets_isUpAllTheSame() {
    CompletableFuture<String> failing =
        Timeouts.orTimeout(forgetting, new CompletableFuture<>(), Duration.ofSeconds(1));
    CompletableFuture<String> completing =
        Timeouts.completeOnTimeout(
            forgetting, new CompletableFuture<>(), "late", Duration.ofSeconds(1));
    advance();
    assertThat(failing)
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutException.class);
    assertThat(completing).succeedsWithin(Duration.ofSeconds(60)).isEqualTo("late");
    assertThat(dropped).hasValue(0);
  }

  @Test
  void supplyAsync_executorFullAndTheHandlerForgets_completesAllTheSame() {
    Executor delayed = Timeouts.delayedExecutor(forgetting, Duration.ofSeconds(1));
    CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> "first", delayed);
    CompletableFuture<String> second =
        CompletableFuture.supplyAsync(() -> "second", WheelExecutorService.on(forgetting));
    advance();
    assertThat(first).succeedsWithin(Duration.ofSeconds(60)).isEqualTo("first");
    assertThat(second).succeedsWithin(Duration.ofSeconds(60)).isEqualTo("second");
  }

  @Test
  void delayedExecutor_droppedFuture_isCancelled() {
    FutureTask<String> future = new FutureTask<>(() -> "ran");
    Timeouts.delayedExecutor(timer, Duration.ofSeconds(1)).execute(future);
    advance();
    assertThat(dropped).hasValue(1);
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(() -> future.get(60, SECONDS));
  }
}
