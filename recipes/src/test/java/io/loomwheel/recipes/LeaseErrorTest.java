package io.loomwheel.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An Error at each call of a lease, one after the other: a loss is reported once, or none is. */
class LeaseErrorTest {
  @ParameterizedTest
  @ValueSource(strings = {"loss", "end", "cancel"})
  void anyStep_errorAtAnyCall_theOwnerLearnsTheOutcomeOnce(String step) throws Exception {
    assertThat(RecipeErrors.POINTS.failAtEach(TestOfLease.class, step))
        .isGreaterThan(step.equals("cancel") ? 3 : 5); // a cancel makes no exception
  }

  /** A lease of 12 s on a clock of its own. {@return whether it made the call that fails} */
  static final class TestOfLease implements IntPredicate, LeaseRenewal.Lease {
    private final ManualClock clock = new ManualClock();
    private final WheelTimer timer =
        WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> {}).build();
    private final String step;
    private int lost;
    private boolean answer;

    TestOfLease(String step) {
      this.step = step;
    }

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
      assertThat(lost).isEqualTo(step.equals("cancel") ? 0 : 1);
      assertThat(renewal.isHeld()).isFalse();
      assertThat(timer.pendingTimeouts()).isZero();
      return failed;
    }

    private void step(LeaseRenewal renewal) {
      switch (step) {
        case "loss" -> clock.advance(Duration.ofSeconds(4)); // the server says that it is gone
        case "end" -> {
          answer = true; // twice, and then not any more
          clock.advance(Duration.ofSeconds(8));
        }
        default -> cancel(renewal);
      }
    }

    /** And again if that fails. */
    private void cancel(LeaseRenewal renewal) {
      try {
        renewal.cancel();
      } catch (StackOverflowError onPurpose) {
        assertThat(renewal.cancel()).isTrue();
      }
      assertThat(timer.pendingTimeouts()).isZero();
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
}
