package io.loomwheel.purgatory;

import static io.loomwheel.hangwatch.Waiting.forLatch;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Attempts that meet: none is lost, none overlaps another, nobody waits. */
class AttemptTest extends PurgatoryTestBase {
  /** The check comes after the attempt has looked at the condition, and before it has ended. */
  @Test
  void checkAndComplete_duringAnAttemptThatHasLooked_hasItLookOnceMore() {
    Waiting operation = new Waiting();
    operation.condition =
        () -> {
          if (operation.attempts == 2) {
            assertThat(purgatory.checkAndComplete("a")).isZero(); // handed on
            return false;
          }
          return operation.attempts == 3;
        };

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isTrue();

    assertThat(operation.attempts).isEqualTo(3);
    assertThat(operation.notes).containsExactly("completed");
  }

  @Test
  void checkAndComplete_severalDuringOneAttempt_areOneMoreAttempt() {
    Waiting operation = new Waiting();
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    operation.condition =
        () -> {
          if (operation.attempts == 3) {
            purgatory.checkAndComplete("a");
            purgatory.checkAndComplete("a");
          }
          return false;
        };

    assertThat(purgatory.checkAndComplete("a")).isZero();

    assertThat(operation.attempts).isEqualTo(4);
    purgatory.checkAndComplete("a");
    assertThat(operation.attempts).as("the hand-off has ended").isEqualTo(5);
  }

  @Test
  void checkAndComplete_otherThreadIsInTheAttempt_returnsAtOnceAndIsCountedThere()
      throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Waiting operation = new Waiting();
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    operation.condition =
        () -> {
          if (operation.attempts == 3) {
            inside.countDown();
            forLatch(go);
          }
          return operation.attempts == 4;
        };
    CompletableFuture<Integer> other =
        CompletableFuture.supplyAsync(
            () -> purgatory.checkAndComplete("a"), Thread::startVirtualThread);
    forLatch(inside);

    assertThat(purgatory.checkAndComplete("a")).isZero();
    go.countDown();

    assertThat(other.get(20, SECONDS)).isEqualTo(1);
    assertThat(operation.notes).containsExactly("completed");
  }

  @Test
  void forceComplete_duringAnAttemptElsewhere_winsAndIsNotCountedThere() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Waiting operation =
        new Waiting() {
          @Override
          public boolean tryComplete() {
            if (inside.getCount() == 0) {
              return false;
            }
            inside.countDown();
            forLatch(go);
            return true; // without asking forceComplete who it was
          }
        };
    CompletableFuture<Boolean> put =
        CompletableFuture.supplyAsync(
            () -> purgatory.tryCompleteElseWatch(operation, List.of("a")),
            Thread::startVirtualThread);
    forLatch(inside);

    assertThat(operation.forceComplete()).isTrue();
    go.countDown();

    assertThat(put.get(20, SECONDS)).isFalse();
    assertThat(operation.notes).containsExactly("completed");
    assertNothingWaits();
  }

  @Test
  void checkAndComplete_duringAnAttemptThatExpires_isNotTriedAgain() {
    Waiting operation = new Waiting();
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    int tried = operation.attempts;
    operation.condition =
        () -> {
          purgatory.checkAndComplete("a");
          clock.advance(Waiting.DELAY);
          return false;
        };

    purgatory.checkAndComplete("a");

    assertThat(operation.attempts).isEqualTo(tried + 1);
    assertThat(operation.notes).containsExactly("expired", "completed");
  }

  @Test
  void advance_duringAnAttempt_expiresIt() {
    Waiting operation = new Waiting();
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    operation.condition =
        () -> {
          clock.advance(Waiting.DELAY);
          return true;
        };

    assertThat(purgatory.checkAndComplete("a")).as("completed by the check").isZero();

    assertThat(operation.notes).containsExactly("expired", "completed");
  }
}
