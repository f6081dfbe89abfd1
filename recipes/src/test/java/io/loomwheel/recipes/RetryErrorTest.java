package io.loomwheel.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An Error at each call of a retry, one after the other: its future is done all the same. */
class RetryErrorTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        TestOfSuccess.class,
        TestOfFailure.class,
        TestOfSecondSuccess.class,
        TestOfSecondFailure.class,
        TestOfStop.class
      })
  void anyStep_errorAtAnyCall_theFutureIsDone(Class<?> of) throws Exception {
    assertThat(ErrorPoints.failAtEach(of)).isGreaterThan(5);
  }

  /** Three attempts, one a second. */
  abstract static class TestOfRetry implements IntPredicate, Callable<String> {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final int failures;
    private final boolean second;
    private int attempts;

    TestOfRetry(int failures, boolean second) {
      this.failures = failures;
      this.second = second;
    }

    @Override
    public boolean test(int call) {
      ManualClock clock = new ManualClock();
      WheelTimer timer =
          WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> {}).build();
      RetryTask retry = RetryTask.on(timer).backoff(Backoff.fixed(SECOND)).build();
      attempts = 0;
      CompletableFuture<String> future = second ? retry.start(this) : null;
      ErrorPoints.failAt(call);
      try {
        if (future == null) {
          future = retry.start(this);
        } else {
          step(clock, timer);
        }
      } catch (StackOverflowError onPurpose) {
        // the caller learns of it
      }
      boolean failed = ErrorPoints.failAt(0) == 0;
      clock.advance(SECOND.multipliedBy(9));
      assertThat(isDone(future)).isTrue();
      assertThat(timer.pendingTimeouts()).isZero();
      return failed;
    }

    void step(ManualClock clock, WheelTimer timer) {
      clock.advance(SECOND);
    }

    private static boolean isDone(@Nullable CompletableFuture<?> future) {
      return future == null || future.isDone();
    }

    @Override
    public String call() {
      if (attempts++ < failures) {
        throw new IllegalStateException("on purpose");
      }
      return "done";
    }
  }

  static final class TestOfSuccess extends TestOfRetry {
    TestOfSuccess() {
      super(0, false);
    }
  }

  static final class TestOfFailure extends TestOfRetry {
    TestOfFailure() {
      super(1, false);
    }
  }

  static final class TestOfSecondSuccess extends TestOfRetry {
    TestOfSecondSuccess() {
      super(1, true);
    }
  }

  static final class TestOfSecondFailure extends TestOfRetry {
    TestOfSecondFailure() {
      super(2, true);
    }
  }

  static final class TestOfStop extends TestOfRetry {
    TestOfStop() {
      super(1, true);
    }

    @Override
    void step(ManualClock clock, WheelTimer timer) {
      timer.stop();
    }
  }
}
