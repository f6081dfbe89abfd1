package io.loomwheel.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An Error at each call of a retry, one after the other: its future is done all the same. */
class RetryErrorTest {
  @ParameterizedTest
  @CsvSource({"start, 0", "start, 1", "advance, 1", "advance, 2", "cancel, 1", "stop, 1"})
  void anyStep_errorAtAnyCall_theFutureIsDone(String step, int failures) throws Exception {
    assertThat(RecipeErrors.POINTS.failAtEach(TestOfRetry.class, step, failures)).isGreaterThan(5);
  }

  @Test
  void attempt_thatReturnsWhileMemoryIsShort_isASuccess() throws Exception {
    assertThat(RecipeErrors.POINTS.failAtEach(TestOfSuccess.class)).isPositive();
  }

  /** {@return whether an allocation after the attempt has failed} */
  record TestOfSuccess() implements IntPredicate {
    @Override
    public boolean test(int allocation) {
      ManualClock clock = new ManualClock();
      WheelTimer timer = WheelTimer.builder().clock(clock).build();
      Callable<String> attempt =
          () -> {
            ErrorPoints.noMemoryAt(allocation);
            return "done";
          };
      CompletableFuture<String> future = RetryTask.on(timer).build().start(attempt);
      boolean failed = ErrorPoints.noMemoryAt(0) == 0;
      assertThat(future.resultNow()).isEqualTo("done");
      return failed;
    }
  }

  /** Three attempts, one a second, of which so many fail. */
  record TestOfRetry(String step, int failures) implements IntPredicate {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Override
    public boolean test(int call) {
      ManualClock clock = new ManualClock();
      WheelTimer timer =
          WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> {}).build();
      RetryTask retry = RetryTask.on(timer).backoff(Backoff.fixed(SECOND)).build();
      AtomicInteger attempts = new AtomicInteger();
      Callable<String> attempt =
          () -> {
            if (attempts.getAndIncrement() < failures) {
              throw new IllegalStateException("on purpose");
            }
            return "done";
          };
      CompletableFuture<String> future = step.equals("start") ? null : retry.start(attempt);
      ErrorPoints.failAt(call);
      try {
        switch (step) {
          case "start" -> future = retry.start(attempt);
          case "advance" -> clock.advance(SECOND);
          case "cancel" -> future.cancel(false);
          default -> timer.stop();
        }
      } catch (StackOverflowError onPurpose) {
        // the caller learns of it
      }
      boolean failed = ErrorPoints.failAt(0) == 0;
      if (step.equals("cancel")) {
        future.cancel(false); // what the first one has left
        assertThat(timer.pendingTimeouts()).isZero();
      }
      clock.advance(SECOND.multipliedBy(9));
      assertThat(future == null || future.isDone()).isTrue();
      assertThat(timer.pendingTimeouts()).isZero();
      return failed;
    }
  }
}
