package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.Timeouts;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The samples of plain.md and executors.md in docs/guide/start, and of docs/guide/tick.md. */
class QuickStartPlainTest {
  private static final class Connection {
    private final AtomicBoolean closed = new AtomicBoolean();

    void close() {
      closed.set(true);
    }

    boolean isClosed() {
      return closed.get();
    }
  }

  private final Connection connection = new Connection();

  @Test
  void timeout_putOffAndCancelled_neverRuns() {
    WheelTimer timer = WheelTimer.shared();
    Timeout timeout = timer.newTimeout(late -> connection.close(), 5, TimeUnit.SECONDS);
    timeout.reschedule(10, TimeUnit.SECONDS); // something came in
    timeout.cancel(); // true: it never ran and never will
    assertThat(timeout.isCancelled()).isTrue();
    assertThat(connection.isClosed()).isFalse();
  }

  @Test
  void manualClock_advanced_hasRunWhatIsDue() {
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    timer.schedule(connection::close, Duration.ofMinutes(5));
    clock.advance(Duration.ofMinutes(5)); // all that is due has run when this returns
    assertThat(connection.isClosed()).isTrue();
  }

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

  @Test
  void askedFor_isTheNearestPowerOfTwoNotAbove() {
    WheelTimer coarse = WheelTimer.builder().tickDuration(Duration.ofMillis(100)).build();
    assertThat(coarse.tickDuration()).isEqualTo(Duration.ofNanos(1 << 26)); // 67.1 ms
    coarse.close();
  }

  @Test
  void clockMovedByHand_isExact() {
    WheelTimer exact = WheelTimer.builder().clock(new ManualClock()).build();
    assertThat(exact.tickDuration()).isEqualTo(Duration.ofNanos(1));
  }

  @Test
  void slack_firesTogetherWhatWaitsLong() {
    ManualClock clock = new ManualClock();
    WheelTimer loose = WheelTimer.builder().clock(clock).slack(7).build();
    loose.schedule(() -> {}, Duration.ofSeconds(1));
    clock.advance(Duration.ofNanos(1_002_438_655));
    loose.schedule(() -> {}, Duration.ofNanos(1)); // too short for slack
    assertThat(loose.pendingTimeouts()).isEqualTo(2);
    clock.advance(Duration.ofNanos(1));
    assertThat(loose.pendingTimeouts()).isZero();
  }
}
