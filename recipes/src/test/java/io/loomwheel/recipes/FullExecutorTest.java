package io.loomwheel.recipes;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.purgatory.DelayedOperation;
import io.loomwheel.purgatory.Purgatory;
import io.loomwheel.testing.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The timer's executor is full and its handler drops tasks: each recipe still comes to its end. */
class FullExecutorTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer =
      WheelTimer.builder()
          .clock(clock)
          .taskExecutor(
              task -> {
                throw new RejectedExecutionException("full, on purpose");
              })
          .onRejected((task, reason) -> {})
          .build();
  private final CountDownLatch notified = new CountDownLatch(1);

  private void assertNotified() throws InterruptedException {
    assertThat(notified.await(60, SECONDS)).isTrue();
  }

  @Test
  void idleTimeout_executorFull_isNotified() throws Exception {
    IdleTimeout.start(timer, SECOND, idle -> notified.countDown());
    clock.advance(SECOND);
    assertNotified();
  }

  @Test
  void heartbeat_executorFull_isSent() throws Exception {
    HeartbeatTask.start(timer, SECOND, 1, new TestChannel(notified::countDown, lost -> {}));
    clock.advance(SECOND);
    assertNotified();
  }

  @Test
  void lease_executorFull_isRenewed() throws Exception {
    Callable<Boolean> renewal =
        () -> {
          notified.countDown();
          return true;
        };
    LeaseRenewal.of(timer, SECOND.multipliedBy(3), new TestLease(renewal, why -> {})).start();
    clock.advance(SECOND);
    assertNotified();
  }

  @Test
  void lease_executorFullAtItsEnd_isLost() throws Exception {
    Callable<Boolean> renewal =
        () -> {
          throw new IOException("down, on purpose");
        };
    LeaseRenewal.of(timer, SECOND, new TestLease(renewal, why -> notified.countDown())).start();
    clock.advance(SECOND);
    assertNotified();
  }

  @Test
  void retry_executorFull_completes() {
    CompletableFuture<String> reply = RetryTask.on(timer).build().start(() -> "reply");
    assertThat(reply).succeedsWithin(Duration.ofSeconds(60)).isEqualTo("reply");
  }

  @Test
  void operation_executorFull_expires() throws Exception {
    Purgatory<String> purgatory = Purgatory.on(timer);
    purgatory.tryCompleteElseWatch(
        new DelayedOperation(SECOND) {
          @Override
          public boolean tryComplete() {
            return false;
          }

          @Override
          public void onComplete() {
            notified.countDown();
          }

          @Override
          public void onExpiration() {}
        },
        List.of("key"));
    clock.advance(SECOND);
    assertNotified();
  }
}
