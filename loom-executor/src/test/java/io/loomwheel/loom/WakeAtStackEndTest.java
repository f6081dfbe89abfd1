package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.StackDepths;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * A thread at the end of its stack wakes others, which wait no longer: at once, or as the next
 * thread comes.
 */
class WakeAtStackEndTest {
  private static final int STEPS = 250;
  private static final Duration TIME = Duration.ofMillis(5);

  @Test
  void dependentsOfAFuture_runAllButTheOneThatFoundNoStack() throws Exception {
    List<ManualClock> clocks = new ArrayList<>();
    List<List<CompletableFuture<?>>> dependents = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      ManualClock clock = new ManualClock();
      WheelTimer timer = WheelTimer.builder().clock(clock).build();
      CompletableFuture<String> future =
          Timeouts.completeOnTimeout(timer, new CompletableFuture<String>(), "late", TIME);
      List<CompletableFuture<?>> of = new ArrayList<>();
      for (int n = 0; n < 4; n++) {
        of.add(future.thenApply(String::length));
      }
      clocks.add(clock);
      dependents.add(of);
    }
    StackDepths.forEach(STEPS, step -> clocks.get(step).advance(TIME));
    for (int i = 0; i < STEPS; i++) {
      clocks.get(i).advance(Duration.ofSeconds(1));
      assertThat(dependents.get(i)).filteredOn(future -> !future.isDone()).hasSizeLessThan(2);
    }
  }

  @Test
  void tasks_areInterruptedAndEnd() throws Exception {
    List<VirtualThreadExecutor> executors = new ArrayList<>();
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < STEPS; i++) {
      VirtualThreadExecutor executor = VirtualThreadExecutor.builder().build();
      executors.add(executor);
      CompletableFuture<Thread> runs = new CompletableFuture<>();
      executor.execute(
          () -> {
            runs.complete(Thread.currentThread());
            try {
              never.await();
            } catch (InterruptedException e) {
              // as it is to be
            }
          });
      while (runs.get().getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    StackDepths.forEach(STEPS, step -> executors.get(step).shutdownNow());
    for (VirtualThreadExecutor executor : executors) {
      executor.shutdownNow();
      assertThat(executor.awaitTermination(10, SECONDS)).isTrue();
    }
  }
}
