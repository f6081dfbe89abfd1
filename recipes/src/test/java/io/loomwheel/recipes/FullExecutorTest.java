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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
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
    HeartbeatTask.start(
        timer,
        SECOND,
        1,
        new HeartbeatTask.Channel() {
          @Override
          public void heartbeat() {
            notified.countDown();
          }

          @Override
          public void lost(int unanswered) {}
        });
    clock.advance(SECOND);
    assertNotified();
  }

  @Test
  void lease_executorFull_isRenewed() throws Exception {
    LeaseRenewal.of(
            timer,
            SECOND.multipliedBy(3),
            new LeaseRenewal.Lease() {
              @Override
              public boolean renew() {
                notified.countDown();
                return true;
              }

              @Override
              public void lost(@Nullable Throwable cause) {}
            })
        .start();
    clock.advance(SECOND);
    assertNotified();
  }

  @Test
  void lease_executorFullAtItsEnd_isLost() throws Exception {
    LeaseRenewal.of(
            timer,
            SECOND,
            new LeaseRenewal.Lease() {
              @Override
              public boolean renew() throws Exception {
                throw new IOException("down, on purpose");
              }

              @Override
              public void lost(@Nullable Throwable cause) {
                notified.countDown();
              }
            })
        .start();
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
