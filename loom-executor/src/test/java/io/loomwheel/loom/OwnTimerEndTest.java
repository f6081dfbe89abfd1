package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** An executor with a timer of its own whose last task ends on the thread of that timer. */
class OwnTimerEndTest {
  private final AtomicReference<Thread> ranOn = new AtomicReference<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  private static WheelExecutorService on(Executor tasks) {
    return WheelExecutorService.builder().name("own-timer-end").taskExecutor(tasks).build();
  }

  private void hold() {
    ranOn.set(Thread.currentThread());
    begun.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void assertEnds(WheelExecutorService executor) throws InterruptedException {
    begun.await();
    executor.shutdown();
    assertThat(executor.isTerminated()).isFalse();
    release.countDown();
    assertThat(executor.awaitTermination(10, SECONDS)).isTrue();
    ranOn.get().join(Duration.ofSeconds(20));
    assertThat(ranOn.get().isAlive()).isFalse();
  }

  @Test
  void shutdown_lastTaskEndsOnTheDriver_terminatesAndTheDriverEnds() throws Exception {
    WheelExecutorService executor = on(Runnable::run);
    Future<?> future = executor.schedule(this::hold, 1, MILLISECONDS);
    assertEnds(executor);
    assertThat(future.state()).isEqualTo(Future.State.SUCCESS);
  }

  @Test
  void timeUp_lastTaskNeverBegan_terminatesAndTheDriverEnds() throws Exception {
    WheelExecutorService executor = on(task -> {});
    Future<Boolean> future = executor.submitWithTimeout(() -> true, Duration.ofMillis(50));
    executor.shutdown();
    assertThat(executor.awaitTermination(10, SECONDS)).isTrue();
    assertThat(future.state()).isEqualTo(Future.State.FAILED);
  }
}
