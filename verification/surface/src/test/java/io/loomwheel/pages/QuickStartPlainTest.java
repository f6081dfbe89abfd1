package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/quick-start.md without a reactive library. */
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
  void executor_answersInTimeAndRepeats() throws Exception {
    FlakyBackend backend = new FlakyBackend();
    while (backend.asked() < 2) {
      try {
        backend.fetch("price");
      } catch (IllegalStateException notYet) {
        // from the third time on it answers
      }
    }
    CountDownLatch polled = new CountDownLatch(3);
    try (WheelExecutorService executor = WheelExecutorService.create()) {
      Future<String> price = executor.submit(() -> backend.fetch("price"), Duration.ofSeconds(2));
      ScheduledFuture<?> polling =
          executor.scheduleAtFixedRate(polled::countDown, 0, 10, TimeUnit.MILLISECONDS);
      assertThat(price.get()).isEqualTo("42");
      assertThat(polled.await(30, TimeUnit.SECONDS)).isTrue();
      polling.cancel(false);
    }
  }

  @Test
  void timeout_putOffAndCancelled_neverRuns() {
    ManualClock clock = new ManualClock();
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    Timeout timeout = timer.newTimeout(late -> connection.close(), 5, TimeUnit.SECONDS);
    timeout.reschedule(10, TimeUnit.SECONDS); // something came in
    timeout.cancel(); // true: it never ran and never will
    clock.advance(Duration.ofMinutes(1));
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
}
