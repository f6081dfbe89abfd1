package io.loomwheel.internal.drive;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class PendingLimitTest {
  private final PendingLimit limit = new PendingLimit(2, System::nanoTime, new RecordedOutlet());

  private void take(int permits) {
    for (int i = 0; i < permits; i++) {
      limit.take(false);
    }
  }

  private void assertFull(int pending) {
    assertThatThrownBy(() -> limit.take(false))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage(pending + " timeouts are pending, and maxPendingTimeouts is 2");
  }

  /** A thread that is refused reads the time, and holds no permit by then. */
  @Test
  void take_besideOneThatIsRefused_getsThePermitThatWasReleased() {
    PendingLimit[] both = new PendingLimit[1];
    LongSupplier time =
        () -> {
          if (both[0] != null) {
            both[0].pending.decrementAndGet();
            assertThatCode(() -> both[0].take(false)).doesNotThrowAnyException();
          }
          return 0;
        };
    both[0] = new PendingLimit(1, time, new RecordedOutlet());
    both[0].take(false);
    refuse(both[0], 1);
    assertThat(both[0].pending).hasValue(1);
  }

  @Test
  void retake_goesOverTheLimit_andCounts() {
    take(2);
    limit.take(true);
    assertFull(3);
    limit.pending.decrementAndGet();
    assertFull(2);
  }

  /** As when threads at the end of their stack could not give theirs back. */
  @Test
  void take_permitsAreOwed_releasesThemOnce() {
    take(2);
    limit.owed++;
    limit.take(false);
    assertFull(2);
    limit.owed += 2;
    take(2);
    assertFull(2);
    limit.pending.addAndGet(-2);
    take(2);
    assertFull(2);
  }

  @Test
  void refusals_areCountedAndReportedOnceAMinute() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // a clock may wrap round
    RecordedOutlet outlet = new RecordedOutlet();
    PendingLimit one = new PendingLimit(1, now::get, outlet);
    one.take(false);
    refuse(one, 3);
    assertThat(outlet.refusals).containsExactly("1 refused of 1");
    now.addAndGet(SECONDS.toNanos(60) - 1);
    refuse(one, 1);
    assertThat(outlet.refusals).hasSize(1);
    now.addAndGet(1);
    refuse(one, 2);
    assertThat(outlet.refusals).containsExactly("1 refused of 1", "5 refused of 1");
    assertThat(one.refused.sum()).isEqualTo(6);
  }

  @Test
  void nanosSinceRefusal_countsFromTheLastRefusal() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    PendingLimit one = new PendingLimit(1, now::get, new RecordedOutlet());
    one.take(false);
    assertThat(one.nanosSinceRefusal()).isEqualTo(Long.MAX_VALUE);
    refuse(one, 1);
    now.addAndGet(7);
    assertThat(one.nanosSinceRefusal()).isEqualTo(7);
    refuse(one, 1);
    assertThat(one.nanosSinceRefusal()).isZero();
  }

  private static void refuse(PendingLimit limit, int times) {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(() -> limit.take(false)).isInstanceOf(RejectedExecutionException.class);
    }
  }
}
