package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Executors and handlers that fail when the task has been taken, or has run. */
class FailingExecutorTest {
  private final ManualClock clock = new ManualClock();
  private final AtomicInteger runs = new AtomicInteger();

  /** As a pool does that queues a task and then can't start a thread. */
  @RepeatedTest(100)
  void scheduleAtFixedRate_executorFailsAfterItHasRunTheTask_runsOnceAPeriod() {
    Executor failing =
        task -> {
          task.run();
          throw new IllegalStateException("too late");
        };
    WheelTimer timer =
        WheelTimer.builder()
            .clock(clock)
            .taskExecutor(failing)
            .onRejected((task, reason) -> task.run())
            .build();
    Future<?> future =
        WheelExecutorService.on(timer)
            .scheduleAtFixedRate(runs::getAndIncrement, 10, 10, MILLISECONDS);

    for (int due = 1; due <= 20; due++) {
      clock.advance(Duration.ofMillis(10));
      assertThat(runs).hasValue(due);
    }

    assertThat(future.isDone()).isFalse();
    assertThat(future.cancel(false)).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void execute_taskFailsAndSoDoesTheHandlerOfItsThread_terminatesAllTheSame() throws Exception {
    WheelExecutorService executor = WheelExecutorService.create();
    CountDownLatch notified = new CountDownLatch(1);
    executor.execute(
        () -> {
          Thread.currentThread()
              .setUncaughtExceptionHandler(
                  (thread, cause) -> {
                    thread.setUncaughtExceptionHandler(null);
                    notified.countDown();
                    throw new IllegalStateException("so does the handler");
                  });
          throw new IllegalStateException("on purpose");
        });
    assertThat(notified.await(20, SECONDS)).isTrue();

    executor.shutdown();

    assertThat(executor.awaitTermination(20, SECONDS)).isTrue();
  }
}
