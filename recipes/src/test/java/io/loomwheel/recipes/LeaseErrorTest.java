package io.loomwheel.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An Error at each call of a lease, one after the other: a loss is reported once, or none is. */
class LeaseErrorTest {
  @ParameterizedTest
  @ValueSource(classes = {TestOfLoss.class, TestOfEnd.class, TestOfCancel.class})
  void anyStep_errorAtAnyCall_theOwnerLearnsTheOutcomeOnce(Class<?> of) throws Exception {
    assertThat(ErrorPoints.failAtEach(of)).isGreaterThan(5);
  }

  /** A lease of 12 s on a clock of its own. {@return whether it made the call that fails} */
  abstract static class TestOfLease implements IntPredicate, LeaseRenewal.Lease {
    final ManualClock clock = new ManualClock();
    final WheelTimer timer =
        WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> {}).build();
    int lost;
    boolean answer;

    @Override
    public boolean test(int call) {
      lost = 0;
      LeaseRenewal renewal = LeaseRenewal.of(timer, Duration.ofSeconds(12), this);
      renewal.start();
      ErrorPoints.failAt(call);
      try {
        step(renewal);
      } catch (StackOverflowError onPurpose) {
        // the caller learns of it
      }
      boolean failed = ErrorPoints.failAt(0) == 0;
      answer = false;
      clock.advance(Duration.ofDays(1));
      check(renewal);
      assertThat(renewal.isHeld()).isFalse();
      assertThat(timer.pendingTimeouts()).isZero();
      return failed;
    }

    abstract void step(LeaseRenewal renewal);

    void check(LeaseRenewal renewal) {
      assertThat(lost).isOne();
    }

    @Override
    public boolean renew() {
      return answer;
    }

    @Override
    public void lost(@Nullable Throwable cause) {
      lost++;
    }
  }

  /** The server says that the lease is gone. */
  static final class TestOfLoss extends TestOfLease {
    @Override
    void step(LeaseRenewal renewal) {
      clock.advance(Duration.ofSeconds(4));
    }
  }

  /** It is renewed twice, and then not any more. */
  static final class TestOfEnd extends TestOfLease {
    @Override
    void step(LeaseRenewal renewal) {
      answer = true;
      clock.advance(Duration.ofSeconds(8));
    }
  }

  /** It is cancelled, and again if that fails. */
  static final class TestOfCancel extends TestOfLease {
    @Override
    void step(LeaseRenewal renewal) {
      try {
        renewal.cancel();
      } catch (StackOverflowError onPurpose) {
        assertThat(renewal.cancel()).isTrue();
      }
      assertThat(timer.pendingTimeouts()).isZero();
    }

    @Override
    void check(LeaseRenewal renewal) {
      assertThat(lost).isZero();
    }
  }
}
