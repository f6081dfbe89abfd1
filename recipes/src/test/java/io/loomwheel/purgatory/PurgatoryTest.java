package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PurgatoryTest extends PurgatoryTestBase {
  private final AtomicBoolean ready = new AtomicBoolean();
  private final Waiting operation = new Waiting(ready::get);

  @Test
  void tryCompleteElseWatch_conditionHolds_completesAndArmsNothing() {
    ready.set(true);

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isTrue();

    assertThat(operation.isCompleted()).isTrue();
    assertThat(operation.notes).containsExactly("completed");
    assertThat(operation.attempts).isEqualTo(1);
    assertThat(timer.stats().armed()).isZero();
    assertNothingWaits();
  }

  @Test
  void tryCompleteElseWatch_conditionDoesNotHold_watchesUnderEachKey() {
    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a", "b", "c"))).isFalse();

    assertThat(operation.isCompleted()).isFalse();
    assertThat(purgatory.watched()).isEqualTo(3);
    assertThat(purgatory.delayed()).isEqualTo(1);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
  }

  @Test
  void tryCompleteElseWatch_conditionTurnsTrueAfterTheFirstTry_completesByTheSecond() {
    operation.condition = () -> operation.attempts == 2;

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a", "b"))).isTrue();

    assertThat(operation.notes).containsExactly("completed");
    assertNothingWaits();
  }

  @Test
  void tryCompleteElseWatch_forcedDuringTheFirstTry_watchesNothing() {
    operation.condition =
        () -> {
          operation.forceComplete();
          return false;
        };

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isTrue();

    assertThat(operation.notes).containsExactly("completed");
    assertNothingWaits();
  }

  @Test
  void tryCompleteElseWatch_forcedByAnotherThreadDuringTheFirstTry_isNeitherArmedNorTriedAgain() {
    operation.condition =
        () -> {
          Thread other = Thread.ofVirtual().start(operation::forceComplete);
          assertThatNoException().isThrownBy(other::join);
          return false;
        };

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isFalse();

    assertThat(operation.attempts).isEqualTo(1);
    assertThat(timer.stats().armed()).isZero();
    assertNothingWaits();
  }

  @Test
  void build_noTimerNamed_waitsOnTheSharedOne() {
    Purgatory<String> shared = Purgatory.builder().build();

    assertThat(shared.tryCompleteElseWatch(operation, List.of("a"))).isFalse();

    assertThat(operation.forceComplete() || operation.isCompleted()).isTrue();
    assertThat(shared.watched()).isZero();
  }

  @Test
  void tryCompleteElseWatch_completedBefore_isFalseAndWatchesNothing() {
    operation.forceComplete();

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isFalse();

    assertThat(operation.attempts).isZero();
    assertNothingWaits();
  }

  @Test
  void tryCompleteElseWatch_noDelay_expiresAtOnce() {
    Waiting brief = new Waiting(Duration.ZERO, () -> false);

    assertThat(purgatory.tryCompleteElseWatch(brief, List.of("a"))).isFalse();

    assertThat(brief.notes).containsExactly("expired", "completed");
    assertNothingWaits();
  }

  @Test
  void tryCompleteElseWatch_longestDelay_neverExpires() {
    Waiting patient = new Waiting(Duration.ofSeconds(Long.MAX_VALUE), () -> false);
    purgatory.tryCompleteElseWatch(patient, List.of("a"));

    clock.advance(Duration.ofDays(100_000));

    assertThat(patient.isCompleted()).isFalse();
  }

  @Test
  void tryCompleteElseWatch_secondTime_isRefusedAndLeavesTheFirst() {
    purgatory.tryCompleteElseWatch(operation, List.of("a"));

    assertThatIllegalStateException()
        .isThrownBy(() -> purgatory.tryCompleteElseWatch(operation, List.of("b")))
        .withMessageContaining("once")
        .withMessageContaining(operation.toString());
    assertThatIllegalStateException()
        .isThrownBy(
            () -> Purgatory.<String>on(timer).tryCompleteElseWatch(operation, List.of("a")));

    clock.advance(Waiting.DELAY);
    assertThat(operation.notes).containsExactly("expired", "completed");
  }

  @Test
  void tryCompleteElseWatch_badKeys_saysValueAndRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> purgatory.tryCompleteElseWatch(operation, List.of()))
        .withMessage("keys must name at least one, was []");
    assertThatNullPointerException()
        .isThrownBy(() -> purgatory.tryCompleteElseWatch(operation, Arrays.asList("a", null)))
        .withMessage("keys must not be null, was [a, null]");

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isFalse();
  }

  @Test
  void tryCompleteElseWatch_callerChangesTheKeys_keepsThoseItWasGiven() {
    List<String> keys = new ArrayList<>(List.of("a"));
    operation.condition =
        () -> {
          keys.clear();
          return false;
        };

    purgatory.tryCompleteElseWatch(operation, keys);

    assertThat(purgatory.watched()).isEqualTo(1);
  }

  @Test
  void checkAndComplete_conditionHolds_completesAndLeavesAllKeysAndTheTimer() {
    purgatory.tryCompleteElseWatch(operation, List.of("a", "b"));
    ready.set(true);

    assertThat(purgatory.checkAndComplete("b")).isEqualTo(1);

    assertThat(operation.notes).containsExactly("completed");
    assertNothingWaits();
    assertThat(purgatory.checkAndComplete("a")).isZero();
  }

  @Test
  void checkAndComplete_completableWithoutHavingForced_completesIt() {
    Waiting plain =
        new Waiting() {
          @Override
          public boolean tryComplete() {
            return ready.get();
          }
        };
    purgatory.tryCompleteElseWatch(plain, List.of("a"));
    ready.set(true);

    assertThat(purgatory.checkAndComplete("a")).isEqualTo(1);

    assertThat(plain.notes).containsExactly("completed");
  }

  @Test
  void checkAndComplete_otherOrUnknownKey_triesNothing() {
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    int before = operation.attempts;
    ready.set(true);

    assertThat(purgatory.checkAndComplete("b")).isZero();

    assertThat(operation.attempts).isEqualTo(before);
  }

  @Test
  void checkAndComplete_someHold_completesThoseInOrderOfArrival() {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int number = i;
      purgatory.tryCompleteElseWatch(
          new Waiting(() -> ready.get() && number % 2 == 0) {
            @Override
            public void onComplete() {
              order.add(number);
            }
          },
          List.of("a"));
    }
    ready.set(true);

    assertThat(purgatory.checkAndComplete("a")).isEqualTo(3);

    assertThat(order).containsExactly(0, 2, 4);
    assertThat(purgatory.watched()).isEqualTo(3);
    assertThat(purgatory.delayed()).isEqualTo(3);
  }

  @Test
  void checkAndComplete_theFirstForcesTheNext_doesNotTryThatOne() {
    Waiting next = new Waiting();
    Waiting first =
        new Waiting(ready::get) {
          @Override
          public void onComplete() {
            next.forceComplete();
          }
        };
    purgatory.tryCompleteElseWatch(first, List.of("a"));
    purgatory.tryCompleteElseWatch(next, List.of("a"));
    int tried = next.attempts;
    ready.set(true);

    assertThat(purgatory.checkAndComplete("a")).isEqualTo(1);

    assertThat(next.attempts).isEqualTo(tried);
    assertNothingWaits();
  }

  @Test
  void checkAndComplete_fromOnComplete_completesWhatTheFirstUnblocks() {
    Waiting second = new Waiting(ready::get);
    Waiting first =
        new Waiting(ready::get) {
          @Override
          public void onComplete() {
            super.onComplete();
            assertThat(purgatory.checkAndComplete("b")).isEqualTo(1);
          }
        };
    purgatory.tryCompleteElseWatch(first, List.of("a"));
    purgatory.tryCompleteElseWatch(second, List.of("b"));
    ready.set(true);

    assertThat(purgatory.checkAndComplete("a")).isEqualTo(1);

    assertThat(second.notes).containsExactly("completed");
    assertNothingWaits();
  }
}
