package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.recipes.ErrorPoints;
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
      classes = {
        TestOfPut.class,
        TestOfVainCheck.class,
        TestOfCheck.class,
        TestOfForce.class,
        TestOfExpiry.class,
        TestOfClose.class
      })
  void anyStep_errorAtAnyCall_completesOnceAndLeavesNothing(Class<?> of) throws Exception {
    assertThat(ErrorPoints.failAtEach(of)).isGreaterThan(5);
  }

  /** An operation of 5 s that waits under two keys. */
  abstract static class TestOfOperation implements IntPredicate {
    final ManualClock clock = new ManualClock();
    final WheelTimer timer =
        WheelTimer.builder().clock(clock).onFailure((timeout, cause) -> {}).build();
    Purgatory<String> purgatory = purgatory();
    TestWaiting operation = new TestWaiting();

    private Purgatory<String> purgatory() {
      return Purgatory.builder().timer(timer).onFailure((failed, thrown) -> {}).build();
    }

    @Override
    public boolean test(int call) {
      purgatory = purgatory();
      operation = new TestWaiting();
      begin();
      ErrorPoints.failAt(call);
      boolean threw = false;
      try {
        step();
      } catch (StackOverflowError onPurpose) {
        threw = true; // the caller learns of it
      }
      boolean failed = ErrorPoints.failAt(0) == 0;
      operation.holds = true;
      purgatory.checkAndComplete("a");
      purgatory.checkAndComplete("b");
      check(threw);
      clock.advance(Duration.ofSeconds(5));
      assertThat(operation.completed).isLessThan(2);
      assertThat(purgatory.watched()).isZero();
      assertThat(purgatory.delayed()).isZero();
      assertThat(timer.pendingTimeouts()).isZero();
      return failed;
    }

    void begin() {
      put();
    }

    final void put() {
      purgatory.tryCompleteElseWatch(operation, List.of("a", "b"));
    }

    abstract void step();

    void check(boolean threw) {
      assertThat(operation.completed).isOne();
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

  static final class TestOfPut extends TestOfOperation {
    @Override
    void begin() {}

    @Override
    void step() {
      put();
    }

    /** Who was told that it failed may not expect that it waits. */
    @Override
    void check(boolean threw) {
      assertThat(operation.completed).isBetween(threw ? 0 : 1, 1);
    }
  }

  static final class TestOfVainCheck extends TestOfOperation {
    @Override
    void step() {
      purgatory.checkAndComplete("a");
    }
  }

  static final class TestOfCheck extends TestOfOperation {
    @Override
    void step() {
      operation.holds = true;
      purgatory.checkAndComplete("a");
    }
  }

  static final class TestOfForce extends TestOfOperation {
    @Override
    void step() {
      operation.forceComplete();
    }
  }

  static final class TestOfExpiry extends TestOfOperation {
    @Override
    void step() {
      clock.advance(Duration.ofSeconds(5));
    }
  }

  static final class TestOfClose extends TestOfOperation {
    @Override
    void step() {
      purgatory.close();
    }
  }
}
