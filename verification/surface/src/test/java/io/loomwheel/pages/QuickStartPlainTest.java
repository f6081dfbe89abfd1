package io.loomwheel.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The samples of docs/guide/start/plain.md. */
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
}
