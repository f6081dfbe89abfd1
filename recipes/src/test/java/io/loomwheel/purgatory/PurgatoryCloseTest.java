package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class PurgatoryCloseTest extends PurgatoryTestBase {
  private final Waiting operation = new Waiting();

  @Test
  void close_somethingWaits_completesItWithoutExpiration() {
    purgatory.tryCompleteElseWatch(operation, List.of("a", "b"));

    purgatory.close();
    purgatory.close();

    assertThat(operation.notes).containsExactly("completed");
    assertNothingWaits();
    assertThat(purgatory.checkAndComplete("a")).isZero();
  }

  @Test
  void close_timerOfOthers_goesOn() {
    Waiting elsewhere = new Waiting();
    Purgatory.<String>on(timer).tryCompleteElseWatch(elsewhere, List.of("a"));

    purgatory.close();
    clock.advance(Waiting.DELAY);

    assertThat(elsewhere.notes).containsExactly("expired", "completed");
  }

  @Test
  void close_operationWasTakenOut_leavesItAlone() {
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    purgatory.cancelForKey("a");

    purgatory.close();

    assertThat(operation.notes).isEmpty();
  }

  @Test
  void close_operationIsTakenOutMeanwhile_leavesItAlone() {
    Waiting first =
        new Waiting() {
          @Override
          public void onComplete() {
            assertThat(purgatory.cancelForKey("a")).containsExactly(operation);
          }
        };
    purgatory.tryCompleteElseWatch(first, List.of("a"));
    purgatory.tryCompleteElseWatch(operation, List.of("a"));

    purgatory.close();

    assertThat(first.isCompleted()).isTrue();
    assertThat(operation.notes).isEmpty();
  }

  @Test
  void tryCompleteElseWatch_closed_isRejectedUntried() {
    assertThat(purgatory).hasToString("Purgatory[fetch]");
    purgatory.close();

    assertThatThrownBy(() -> purgatory.tryCompleteElseWatch(operation, List.of("a")))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("purgatory 'fetch' is closed");

    assertThat(operation.attempts).isZero();
    assertThat(purgatory).hasToString("Purgatory[fetch, closed]");
  }

  @Test
  void close_whileAnOperationIsTriedFirst_rejectsIt() {
    operation.condition =
        () -> {
          purgatory.close();
          return false;
        };

    assertThatThrownBy(() -> purgatory.tryCompleteElseWatch(operation, List.of("a")))
        .isInstanceOf(RejectedExecutionException.class);

    assertThat(operation.notes).isEmpty();
    assertNothingWaits();
  }

  @Test
  void close_afterAnOperationWasPutIn_completesItBeforeThatCallReturns() {
    operation.condition =
        () -> {
          if (operation.attempts == 2) {
            purgatory.close();
          }
          return false;
        };

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isFalse();

    assertThat(operation.notes).containsExactly("completed");
    assertNothingWaits();
  }

  @Test
  void stop_ofTheTimer_completesWhatWaits() {
    purgatory.tryCompleteElseWatch(operation, List.of("a"));

    timer.stop();

    assertThat(operation.notes).containsExactly("completed");
    assertThat(purgatory.watched()).isZero();
  }
}
