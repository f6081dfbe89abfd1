package io.loomwheel.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An Error at each call of an end, one after the other: the next one does what it has left. */
class IdleTimeoutErrorTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void end_errorAtAnyCall_theNextLeavesNothingInTheWheel(boolean pauses) throws Exception {
    assertThat(RecipeErrors.POINTS.failAtEach(TestOfEnd.class, pauses)).isGreaterThan(1);
  }

  /** {@return whether it made the call that fails} */
  record TestOfEnd(boolean pauses) implements IntPredicate {
    @Override
    public boolean test(int call) {
      WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
      IdleTimeout idle = IdleTimeout.start(timer, Duration.ofHours(1), it -> {});
      ErrorPoints.failAt(call);
      try {
        end(idle);
      } catch (StackOverflowError onPurpose) {
        // the caller learns of it
      }
      boolean failed = ErrorPoints.failAt(0) == 0;
      end(idle);
      assertThat(timer.pendingTimeouts()).isZero();
      return failed;
    }

    private void end(IdleTimeout idle) {
      if (pauses) {
        idle.pause();
      } else {
        idle.close();
      }
    }
  }
}
