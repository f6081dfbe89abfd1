package io.loomwheel.purgatory;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** How what waits ends, other than by a check: by its deadline, by force, by being taken out. */
class PurgatoryEndTest extends PurgatoryTestBase {
  private final AtomicBoolean ready = new AtomicBoolean();
  private final Waiting operation = new Waiting(ready::get);

  @Test
  void advance_toTheDeadline_expiresOnceAndNotBefore() {
    purgatory.tryCompleteElseWatch(operation, List.of("a", "b"));

    clock.advance(Waiting.DELAY.minusNanos(1));
    assertThat(operation.notes).isEmpty();

    clock.advance(Duration.ofNanos(1));
    assertThat(operation.notes).containsExactly("expired", "completed");
    assertNothingWaits();
    assertThat(operation.forceComplete()).isFalse();
  }

  @Test
  void delay_inAnotherUnit_isThatLong() {
    DelayedOperation millis =
        new DelayedOperation(3, MILLISECONDS) {
          @Override
          public boolean tryComplete() {
            return false;
          }

          @Override
          public void onComplete() {}

          @Override
          public void onExpiration() {}
        };
    purgatory.tryCompleteElseWatch(millis, List.of("a"));

    clock.advance(Duration.ofNanos(2_999_999));
    assertThat(millis.isCompleted()).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(millis.isCompleted()).isTrue();
  }

  @Test
  void forceComplete_watched_leavesAllKeysAndTheTimerBeforeOnComplete() {
    List<Long> seen = new ArrayList<>();
    Waiting looking =
        new Waiting() {
          @Override
          public void onComplete() {
            seen.add(timer.pendingTimeouts());
            seen.add((long) purgatory.watched());
          }
        };
    purgatory.tryCompleteElseWatch(looking, List.of("a", "b"));

    assertThat(looking.forceComplete()).isTrue();
    assertThat(looking.forceComplete()).isFalse();

    assertThat(seen).containsExactly(0L, 0L);
    assertNothingWaits();
  }

  @Test
  void cancelForKey_several_returnsThemUncompletedAndLeavesNothing() {
    Waiting other = new Waiting();
    Waiting elsewhere = new Waiting();
    purgatory.tryCompleteElseWatch(operation, List.of("a", "b"));
    purgatory.tryCompleteElseWatch(other, List.of("a"));
    purgatory.tryCompleteElseWatch(elsewhere, List.of("b"));

    assertThat(purgatory.cancelForKey("a")).containsExactly(operation, other);

    assertThat(purgatory.cancelForKey("a")).isEmpty();
    assertThat(purgatory.watched()).isEqualTo(1);
    assertThat(purgatory.delayed()).isEqualTo(1);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    ready.set(true);
    assertThat(purgatory.checkAndComplete("b")).isZero();
    clock.advance(Waiting.DELAY);
    assertThat(operation.notes).isEmpty();
    assertThat(operation.isCompleted()).isFalse();
  }

  @Test
  void cancelForKey_putInTwiceUnderTheSameKey_isReturnedOnce() {
    Waiting operation = new Waiting();
    purgatory.tryCompleteElseWatch(operation, List.of("a", "a"));

    assertThat(purgatory.cancelForKey("a")).containsExactly(operation);

    assertNothingWaits();
  }

  @Test
  void forceComplete_afterCancelForKey_completes() {
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    purgatory.cancelForKey("a");

    assertThat(operation.forceComplete()).isTrue();

    assertThat(operation.notes).containsExactly("completed");
  }

  @Test
  void cancelForKey_whileItIsPutIn_takesItOutOfAllKeys() {
    operation.condition =
        () -> {
          if (operation.attempts == 2) {
            assertThat(purgatory.cancelForKey("b")).containsExactly(operation);
          }
          return false;
        };

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a", "b"))).isFalse();

    assertNothingWaits();
    assertThat(operation.isCompleted()).isFalse();
  }
}
