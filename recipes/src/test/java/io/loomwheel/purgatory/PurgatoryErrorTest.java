package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.ErrorPoints;
import io.loomwheel.recipes.RecipeErrors;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An Error at each call of a purgatory, one after the other: an operation completes once, a check
 * finds those that wait, and nothing is left in the lists or the wheel.
 */
class PurgatoryErrorTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "put",
        "vain check",
        "check",
        "force",
        "force, unseen",
        "expire",
        "withdraw",
        "close"
      })
  void anyStep_errorAtAnyCall_completesOnceAndLeavesNothing(String step) throws Exception {
    assertThat(RecipeErrors.POINTS.failAtEach(TestOfOperation.class, step)).isGreaterThan(5);
  }

  /** An operation of 5 s that waits under two keys. */
  record TestOfOperation(String step) implements IntPredicate {
    @Override
    public boolean test(int call) {
      ManualClock clock = new ManualClock();
      WheelTimer timer =
          WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> {}).build();
      Purgatory<String> purgatory =
          Purgatory.builder().timer(timer).onFailure((failed, thrown) -> {}).build();
      TestWaiting operation = new TestWaiting();
      if (!step.equals("put")) {
        purgatory.tryCompleteElseWatch(operation, List.of("a", "b"));
      }
      ErrorPoints.failAt(call);
      boolean mayComplete = step.equals("withdraw"); // need not
      try {
        switch (step) {
          case "put" -> purgatory.tryCompleteElseWatch(operation, List.of("a", "b"));
          case "vain check" -> purgatory.checkAndComplete("a");
          case "check" -> {
            operation.holds = true;
            purgatory.checkAndComplete("a");
          }
          case "force", "force, unseen" -> operation.forceComplete();
          case "withdraw" -> purgatory.cancelForKey("a");
          case "expire" -> clock.advance(Duration.ofSeconds(5));
          default -> purgatory.close();
        }
      } catch (StackOverflowError onPurpose) {
        mayComplete |= step.equals("put"); // who was told so may not expect that it waits
      }
      boolean failed = ErrorPoints.failAt(0) == 0;
      if (step.equals("withdraw")) {
        purgatory.cancelForKey("a"); // what the first one has left
        assertThat(purgatory.lists).isEmpty();
      }
      if (!step.equals("force, unseen")) { // else nobody checks the keys any more
        operation.holds = true;
        purgatory.checkAndComplete("a");
        purgatory.checkAndComplete("b");
        assertThat(operation.completed).isBetween(mayComplete ? 0 : 1, 1);
      }
      clock.advance(Duration.ofSeconds(5));
      assertThat(operation.completed).isLessThan(2);
      assertThat(purgatory.watched()).isZero();
      assertThat(purgatory.delayed()).isZero();
      if (!step.equals("put")) { // which may leave an empty list, for the next under that key
        assertThat(purgatory.lists).isEmpty();
      }
      assertThat(timer.pendingTimeouts()).isZero();
      return failed;
    }
  }

  static final class TestWaiting extends DelayedOperation {
    boolean holds;
    int completed;

    TestWaiting() {
      super(Duration.ofSeconds(5));
    }

    @Override
    public boolean tryComplete() {
      return holds && forceComplete();
    }

    @Override
    public void onComplete() {
      completed++;
    }

    @Override
    public void onExpiration() {}
  }
}
