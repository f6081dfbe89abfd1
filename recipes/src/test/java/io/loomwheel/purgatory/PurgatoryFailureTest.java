package io.loomwheel.purgatory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.Timeout;
import io.loomwheel.Timer;
import io.loomwheel.TimerTask;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Logs;
import io.loomwheel.testing.ManualClock;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What callbacks throw and timers refuse: nothing is lost, nothing is stuck, all is reported. */
class PurgatoryFailureTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<Throwable> reported = new ArrayList<>();
  private final Purgatory<Object> purgatory = purgatoryOn(timer);
  private final RuntimeException first = new IllegalStateException("first");
  private final RuntimeException second = new IllegalStateException("second");

  private boolean throwing() {
    throw first;
  }

  /** Completes as soon as it is tried, and throws then. */
  private final DelayedOperation broken =
      new Waiting(() -> true) {
        @Override
        public void onComplete() {
          throw first;
        }

        @Override
        public String toString() {
          return "broken";
        }
      };

  private Waiting expiringBadly() {
    return new Waiting() {
      @Override
      public void onExpiration() {
        throw first;
      }
    };
  }

  private Purgatory<Object> purgatoryOn(Timer on) {
    return Purgatory.builder()
        .timer(on)
        .onFailure((operation, thrown) -> reported.add(thrown))
        .build();
  }

  @Test
  void tryComplete_throws_isReportedAndTheOperationWaits() {
    Waiting operation = new Waiting();
    operation.condition =
        () -> {
          throw operation.attempts == 1 ? first : second;
        };

    assertThat(
            Logs.of(
                () ->
                    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isFalse()))
        .isEmpty();

    assertThat(reported).containsExactly(first, second);
    clock.advance(Waiting.DELAY);
    assertThat(operation.notes).containsExactly("expired", "completed");
  }

  /** A list that keeps its place in the map as it is emptied is replaced by who comes next. */
  @Test
  void tryComplete_noStackToLeaveItsKey_othersWaitUnderThatKey() {
    boolean[] fails = new boolean[1];
    Object key =
        new Object() {
          @Override
          public int hashCode() {
            if (fails[0]) {
              throw new StackOverflowError();
            }
            return 1;
          }
        };
    Waiting leaving = new Waiting();
    purgatory.tryCompleteElseWatch(leaving, List.of(key));
    fails[0] = true;
    assertThat(leaving.forceComplete()).isTrue();
    fails[0] = false;

    Waiting next = new Waiting();
    purgatory.tryCompleteElseWatch(next, List.of(key));
    next.condition = () -> true;

    assertThat(purgatory.checkAndComplete(key)).isEqualTo(1);
    assertThat(leaving.notes).containsExactly("completed");
    clock.advance(Waiting.DELAY);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void checkAndComplete_theHandlerRethrows_triesTheOthers() {
    Purgatory<Object> strict =
        Purgatory.builder()
            .timer(timer)
            .onFailure(
                (operation, thrown) -> {
                  throw (RuntimeException) thrown;
                })
            .build();
    Waiting failing = new Waiting();
    Waiting behind = new Waiting();
    strict.tryCompleteElseWatch(failing, List.of("a"));
    strict.tryCompleteElseWatch(behind, List.of("a"));
    failing.condition = this::throwing;
    behind.condition = () -> true;

    assertThat(Logs.of(() -> assertThat(strict.checkAndComplete("a")).isEqualTo(1)))
        .contains("A callback of an operation in purgatory 'purgatory' failed")
        .doesNotContain("The failure handler");

    assertThat(behind.notes).containsExactly("completed");
  }

  @Test
  void close_timeoutsCantBeCancelled_isReported_andCompletesAll() {
    Purgatory<Object> unlucky = purgatoryOn(new StubbornTimer(timer, first));
    Waiting one = new Waiting();
    Waiting other = new Waiting();
    unlucky.tryCompleteElseWatch(one, List.of("a"));
    unlucky.tryCompleteElseWatch(other, List.of("b", "c"));

    unlucky.close();

    assertThat(one.notes).containsExactly("completed");
    assertThat(other.notes).containsExactly("completed");
    assertThat(unlucky.watched()).isZero();
    assertThat(reported).containsExactly(first, first);
  }

  /** A timer whose timeouts throw when they are cancelled. */
  private record StubbornTimer(Timer timer, RuntimeException thrown) implements Timer {
    @Override
    public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
      Timeout timeout = timer.newTimeout(task, delay, unit);
      return (Timeout)
          Proxy.newProxyInstance(
              Timeout.class.getClassLoader(),
              new Class<?>[] {Timeout.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("cancel")) {
                  throw thrown;
                }
                return method.invoke(timeout, arguments);
              });
    }

    @Override
    public Set<Timeout> stop() {
      return timer.stop();
    }
  }

  @Test
  void tryComplete_throwsInACheck_isTriedByTheNext() {
    Waiting operation = new Waiting();
    Waiting behind = new Waiting(() -> operation.attempts >= 3);
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    purgatory.tryCompleteElseWatch(behind, List.of("a"));
    operation.condition = this::throwing;

    assertThat(purgatory.checkAndComplete("a")).as("those behind it").isEqualTo(1);

    assertThat(reported).containsExactly(first);
    operation.condition = () -> true;
    assertThat(purgatory.checkAndComplete("a")).isEqualTo(1);
    assertThat(operation.notes).containsExactly("completed");
  }

  @Test
  void tryComplete_throwsAfterAnotherCheckCame_triesOnceMore() {
    Waiting operation = new Waiting();
    purgatory.tryCompleteElseWatch(operation, List.of("a"));
    operation.condition =
        () -> {
          if (operation.attempts == 3) {
            purgatory.checkAndComplete("a");
            throw first;
          }
          return true;
        };

    assertThat(purgatory.checkAndComplete("a")).isEqualTo(1);

    assertThat(reported).containsExactly(first);
  }

  @Test
  void tryComplete_throwsAfterForceComplete_isCountedAsCompleted() {
    Waiting operation = new Waiting();
    operation.condition =
        () -> {
          operation.forceComplete();
          throw first;
        };

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isTrue();

    assertThat(reported).containsExactly(first);
    assertThat(operation.notes).containsExactly("completed");
  }

  @Test
  void onComplete_throws_isReportedAndCompletedAllTheSame() {
    DelayedOperation operation =
        new Waiting(() -> true) {
          @Override
          public void onComplete() {
            throw new StackOverflowError("on purpose");
          }
        };

    assertThat(purgatory.tryCompleteElseWatch(operation, List.of("a"))).isTrue();

    assertThat(operation.isCompleted()).isTrue();
    assertThat(reported).singleElement().isInstanceOf(StackOverflowError.class);
  }

  @Test
  void onExpiration_throws_isReportedAndOnCompleteRuns() {
    Waiting operation = expiringBadly();
    purgatory.tryCompleteElseWatch(operation, List.of("a"));

    clock.advance(Waiting.DELAY);

    assertThat(reported).containsExactly(first);
    assertThat(operation.notes).containsExactly("completed");
    assertThat(timer.stats().failed()).isZero();
  }

  @Test
  void onFailure_throws_losesNothing() {
    Purgatory<String> touchy =
        Purgatory.builder()
            .timer(timer)
            .onFailure(
                (operation, thrown) -> {
                  throw second;
                })
            .build();
    Waiting operation = expiringBadly();
    touchy.tryCompleteElseWatch(operation, List.of("a"));

    assertThat(Logs.of(() -> clock.advance(Waiting.DELAY)))
        .contains("IllegalStateException: first")
        .containsOnlyOnce("The failure handler of purgatory 'purgatory' failed")
        .contains("IllegalStateException: second");

    assertThat(operation.notes).containsExactly("completed");
    assertThat(first).hasNoSuppressedExceptions();
  }

  @Test
  void onExpiration_throwsAndTheLogFails_onCompleteRunsAllTheSame() {
    Purgatory<String> silent = Purgatory.builder().timer(timer).build();
    Waiting operation = expiringBadly();
    silent.tryCompleteElseWatch(operation, List.of("a"));

    Logs.fail(() -> clock.advance(Waiting.DELAY));

    assertThat(operation.notes).containsExactly("completed");
    assertThat(timer.stats().failed()).isZero();
  }

  @Test
  void forceComplete_inNoPurgatoryAndThrows_completesAndIsLogged() {
    assertThat(Logs.of(() -> assertThat(broken.forceComplete()).isTrue()))
        .containsOnlyOnce("A callback of an operation failed: broken")
        .contains("IllegalStateException: first");
  }

  @Test
  void onComplete_throwsAndNoHandlerIsNamed_isLoggedAsItIs() {
    Purgatory<String> silent = Purgatory.builder().name("fetch").timer(timer).build();

    assertThat(Logs.of(() -> silent.tryCompleteElseWatch(broken, List.of("a"))))
        .containsOnlyOnce("A callback of an operation in purgatory 'fetch' failed: broken")
        .contains("IllegalStateException: first");

    assertThat(first).hasNoSuppressedExceptions();
  }

  @Test
  void tryCompleteElseWatch_timerRefuses_throwsAndKeepsNothing() {
    WheelTimer full = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    Purgatory<Object> small = purgatoryOn(full);
    small.tryCompleteElseWatch(new Waiting(), List.of("a"));
    Waiting operation = new Waiting();

    assertThatThrownBy(() -> small.tryCompleteElseWatch(operation, List.of("a", "b")))
        .isInstanceOf(RejectedExecutionException.class);

    assertThat(small.watched()).isEqualTo(1);
    operation.condition = () -> true;
    assertThat(small.checkAndComplete("a")).isZero();
    assertThat(operation.forceComplete()).as("the caller may still force it").isTrue();
  }

  @Test
  void tryCompleteElseWatch_keyThrows_throwsAndKeepsNothing() {
    Object bad =
        new Object() {
          @Override
          public int hashCode() {
            throw first;
          }
        };

    assertThatThrownBy(() -> purgatory.tryCompleteElseWatch(new Waiting(), List.of("a", bad)))
        .isSameAs(first);

    assertThat(purgatory.watched()).isZero();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** A key that turns bad after its operation was put under it. */
  @Test
  void forceComplete_keyThrowsAsItsListGoes_completes() {
    List<Integer> looks = new ArrayList<>();
    Object turning =
        new Object() {
          @Override
          public int hashCode() {
            looks.add(1);
            if (looks.size() > 2) {
              throw first;
            }
            return 7;
          }
        };
    Waiting operation = new Waiting();
    purgatory.tryCompleteElseWatch(operation, List.of(turning));

    assertThat(operation.forceComplete()).isTrue();

    assertThat(operation.notes).containsExactly("completed");
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
