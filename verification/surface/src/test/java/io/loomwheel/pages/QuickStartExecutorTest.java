package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.loom.Timeouts;
import io.loomwheel.loom.WheelExecutorService;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/start/executors.md. */
class QuickStartExecutorTest {
  @Test
  void executor_repeats() throws Exception {
    CountDownLatch polled = new CountDownLatch(3);
    try (WheelExecutorService executor = WheelExecutorService.create()) {
      ScheduledFuture<?> polling =
          executor.scheduleAtFixedRate(polled::countDown, 0, 10, TimeUnit.MILLISECONDS);
      assertThat(polled.await(30, TimeUnit.SECONDS)).isTrue();
      polling.cancel(false);
    }
  }

  @Test
  void future_thatIsDoneInTime_hasItsResult() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> limited = Timeouts.orTimeout(answer, Duration.ofSeconds(2));
    answer.complete("42");
    assertThat(limited.join()).isEqualTo("42");
  }
}
