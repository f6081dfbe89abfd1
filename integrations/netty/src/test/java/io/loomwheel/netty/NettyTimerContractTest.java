package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the javadoc of Netty's {@code Timer}, {@code Timeout} and {@code TimerTask} promises, a test
 * for each sentence, and what the tests of {@code HashedWheelTimer} ask for. Netty's own timer
 * passes them too, so they ask for what Netty does.
 */
class NettyTimerContractTest {
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @EnumSource
  private @interface OnEachKind {}

  private static void with(TimerKind kind, Body body) throws Exception {
    with(kind.make(), body);
  }

  private static void with(Timer timer, Body body) throws Exception {
    try {
      body.run(timer);
    } finally {
      timer.stop();
    }
  }

  private interface Body {
    void run(Timer timer) throws Exception;
  }

  // --- Timer.newTimeout ---

  @OnEachKind
  void newTimeout_afterTheDelay_runsTheTaskOnceAndNotEarly(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted task = new Noted();
          long before = System.nanoTime();
          timer.newTimeout(task, 5, MILLISECONDS);
          Noted later = new Noted();
          timer.newTimeout(later, 60, MILLISECONDS);

          assertThat(later.runsInTheEnd()).isTrue();
          assertThat(task.runs).hasSize(1);
          assertThat(task.ranAtNanos() - before).isGreaterThanOrEqualTo(5_000_000);
        });
  }

  @OnEachKind
  void newTimeout_returnsAHandleOfTheTask_whichItIsRunWith(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted task = new Noted();
          Timeout timeout = timer.newTimeout(task, 5, MILLISECONDS);

          assertThat(timeout.task()).isSameAs(task);
          assertThat(task.runsInTheEnd()).isTrue();
          assertThat(task.runs).containsExactly(timeout);
        });
  }

  @OnEachKind
  void newTimeout_beforeStart_startsTheTimer(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted task = new Noted();
          timer.newTimeout(task, 1, MILLISECONDS);
          assertThat(task.runsInTheEnd()).isTrue();
          kind.start(timer); // does nothing by now
        });
  }

  @OnEachKind
  void newTimeout_withoutADelay_runsTheTask(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          for (long delay : new long[] {0, -1, Long.MIN_VALUE}) {
            Noted task = new Noted();
            timer.newTimeout(task, delay, MILLISECONDS);
            assertThat(task.runsInTheEnd()).as("delay %s", delay).isTrue();
          }
        });
  }

  @OnEachKind
  void newTimeout_withoutADelay_neverRunsWithinTheCall(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          CompletableFuture<Thread> ranOn = new CompletableFuture<>();
          timer.newTimeout(timeout -> ranOn.complete(Thread.currentThread()), 0, MILLISECONDS);
          assertThat(ranOn.get(60, SECONDS)).isNotSameAs(Thread.currentThread());
        });
  }

  @OnEachKind
  void newTimeout_withoutADelayAtTheLimit_isRejected(TimerKind kind) throws Exception {
    with(
        kind.limitedTo(1),
        timer -> {
          timer.newTimeout(new Noted(), 1, HOURS);
          assertThatThrownBy(() -> timer.newTimeout(new Noted(), 0, HOURS))
              .isInstanceOf(RejectedExecutionException.class);
        });
  }

  @OnEachKind
  void newTimeout_withADelayThatOverflows_waits(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted task = new Noted();
          Timeout timeout = timer.newTimeout(task, Long.MAX_VALUE, TimeUnit.DAYS);
          Noted other = new Noted();
          timer.newTimeout(other, 5, MILLISECONDS);

          assertThat(other.runsInTheEnd()).isTrue();
          assertThat(task.runs).isEmpty();
          assertThat(timeout.cancel()).isTrue();
        });
  }

  @OnEachKind
  void newTimeout_byATask_runsThatToo(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          CountDownLatch runs = new CountDownLatch(3);
          timer.newTimeout(
              new TimerTask() {
                @Override
                public void run(Timeout timeout) {
                  runs.countDown();
                  timeout.timer().newTimeout(this, 1, MILLISECONDS);
                }
              },
              1,
              MILLISECONDS);
          assertThat(runs.await(60, SECONDS)).isTrue();
        });
  }

  @OnEachKind
  void newTimeout_ofNull_throws(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          assertThatThrownBy(() -> timer.newTimeout(null, 1, SECONDS))
              .isInstanceOf(NullPointerException.class)
              .hasMessageContaining("task");
          assertThatThrownBy(() -> timer.newTimeout(new Noted(), 1, null))
              .isInstanceOf(NullPointerException.class)
              .hasMessageContaining("unit");
        });
  }

  @OnEachKind
  void newTimeout_afterStop_throwsIllegalState(TimerKind kind) {
    Timer timer = kind.make();
    timer.newTimeout(new Noted(), 1, HOURS);
    timer.stop();
    Noted task = new Noted();
    for (long delay : new long[] {0, 1}) {
      assertThatThrownBy(() -> timer.newTimeout(task, delay, MILLISECONDS))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(task.runs).isEmpty();
    assertThat(task.notified).isEmpty();
  }

  @OnEachKind
  void newTimeout_moreThanTheLimit_isRejected(TimerKind kind) throws Exception {
    with(
        kind.limitedTo(2),
        timer -> {
          timer.newTimeout(new Noted(), 1, HOURS);
          timer.newTimeout(new Noted(), 1, HOURS);
          assertThatThrownBy(() -> timer.newTimeout(new Noted(), 1, HOURS))
              .isInstanceOf(RejectedExecutionException.class)
              .hasMessageContaining("2");
        });
  }

  @OnEachKind
  void newTimeout_atTheLimitAfterACancel_isTakenAgain(TimerKind kind) throws Exception {
    with(
        kind.limitedTo(1),
        timer -> {
          Noted task = new Noted();
          timer.newTimeout(task, 1, HOURS).cancel();
          assertThat(task.isNotifiedInTheEnd()).isTrue(); // Netty gives the place back just before
          timer.newTimeout(new Noted(), 1, HOURS);
        });
  }

  @OnEachKind
  void newTimeout_atTheLimitByATaskThatHasFired_isTaken(TimerKind kind) throws Exception {
    with(
        kind.limitedTo(1),
        timer -> {
          Noted second = new Noted();
          timer.newTimeout(timeout -> timer.newTimeout(second, 1, MILLISECONDS), 1, MILLISECONDS);
          assertThat(second.runsInTheEnd()).isTrue();
        });
  }

  @OnEachKind
  void task_thatThrows_holdsUpNoOther(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          timer.newTimeout(
              timeout -> {
                throw new Exception("expected in this test");
              },
              1,
              MILLISECONDS);
          Noted other = new Noted();
          timer.newTimeout(other, 5, MILLISECONDS);
          assertThat(other.runsInTheEnd()).isTrue();
        });
  }

  // --- Timer.stop ---

  @OnEachKind
  void stop_cancelsWhatWaits_andReturnsItsHandles(TimerKind kind) throws Exception {
    Timer timer = kind.make();
    Noted done = new Noted();
    timer.newTimeout(done, 1, MILLISECONDS);
    assertThat(done.runsInTheEnd()).isTrue();
    timer.newTimeout(new Noted(), 1, HOURS).cancel();
    Set<Timeout> waiting = new HashSet<>();
    Noted task = new Noted();
    for (int i = 1; i <= 5; i++) {
      waiting.add(timer.newTimeout(task, i, HOURS));
    }

    assertThat(timer.stop()).isEqualTo(waiting);
    assertThat(waiting).allMatch(Timeout::isCancelled).noneMatch(Timeout::isExpired);
    assertThat(waiting).allSatisfy(timeout -> assertThat(timeout.task()).isSameAs(task));
    assertThat(waiting).noneMatch(Timeout::cancel);
    assertThat(task.runs).isEmpty();
  }

  @OnEachKind
  void stop_again_returnsNothing(TimerKind kind) {
    Timer timer = kind.make();
    timer.newTimeout(new Noted(), 1, HOURS);
    assertThat(timer.stop()).hasSize(1);
    assertThat(timer.stop()).isEmpty();
  }

  @OnEachKind
  void stop_beforeStart_leavesItStopped(TimerKind kind) {
    Timer timer = kind.make();
    assertThat(timer.stop()).isEmpty();
    assertThatThrownBy(() -> timer.newTimeout(new Noted(), 1, HOURS))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kind.start(timer)).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"NETTY", "VIEW_INLINE"})
  void stop_byATaskOnTheTimersThread_throwsIllegalState(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted fine = new Noted();
          timer.newTimeout(
              timeout -> {
                assertThatThrownBy(timer::stop).isInstanceOf(IllegalStateException.class);
                timer.newTimeout(fine, 1, MILLISECONDS);
              },
              1,
              MILLISECONDS);
          assertThat(fine.runsInTheEnd()).isTrue();
        });
  }

  // --- Timeout ---

  @OnEachKind
  void timer_isTheOneThatMadeTheHandle(TimerKind kind) throws Exception {
    with(
        kind, timer -> assertThat(timer.newTimeout(new Noted(), 1, HOURS).timer()).isSameAs(timer));
  }

  @OnEachKind
  void state_isNeitherExpiredNorCancelled_thenExpired(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted task = new Noted();
          Timeout waiting = timer.newTimeout(task, 1, HOURS);
          assertThat(waiting.isExpired()).isFalse();
          assertThat(waiting.isCancelled()).isFalse();

          Timeout timeout = timer.newTimeout(task, 1, MILLISECONDS);
          assertThat(task.runsInTheEnd()).isTrue();
          assertThat(timeout.isExpired()).isTrue();
          assertThat(timeout.isCancelled()).isFalse();
          assertThat(timeout.cancel()).isFalse();
          assertThat(timeout.isCancelled()).isFalse();
        });
  }

  @OnEachKind
  void cancel_ofWhatWaits_isTrueOnceAndTheTaskNeverRuns(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted task = new Noted();
          Timeout timeout = timer.newTimeout(task, 1, HOURS);
          assertThat(timeout.isExpired()).isFalse();
          assertThat(timeout.cancel()).isTrue();
          assertThat(timeout.isCancelled()).isTrue();
          assertThat(timeout.isExpired()).isFalse();
          assertThat(timeout.cancel()).isFalse();
          assertThat(timeout.task()).isSameAs(task);
          assertThat(timer.stop()).isEmpty();
          assertThat(task.runs).isEmpty();
        });
  }

  // --- TimerTask.cancelled ---

  @OnEachKind
  void cancelled_isCalledForWhatWasCancelled_withItsHandle(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted task = new Noted();
          Timeout timeout = timer.newTimeout(task, 1, HOURS);
          timeout.cancel();
          timeout.cancel();
          assertThat(task.isNotifiedInTheEnd()).isTrue();
          assertThat(task.notified).containsExactly(timeout);
          assertThat(task.runs).isEmpty();
        });
  }

  @OnEachKind
  void cancelled_isNotCalledForWhatHasRun(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          Noted task = new Noted();
          Timeout timeout = timer.newTimeout(task, 1, MILLISECONDS);
          assertThat(task.runsInTheEnd()).isTrue();
          timeout.cancel();
          timer.stop();
          assertThat(task.notified).isEmpty();
        });
  }

  // --- what HashedWheelTimer has beside the interface ---

  @OnEachKind
  void pendingTimeouts_countsWhatWaits(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          assertThat(kind.pending(timer)).isZero();
          timer.newTimeout(new Noted(), 1, HOURS);
          Noted task = new Noted();
          Timeout second = timer.newTimeout(task, 1, HOURS);
          assertThat(kind.pending(timer)).isEqualTo(2);
          second.cancel();
          assertThat(task.isNotifiedInTheEnd()).isTrue();
          assertThat(kind.pending(timer)).isEqualTo(1);
          timer.stop();
        });
  }

  @OnEachKind
  void toString_saysTheDeadlineAndTheTask_andWhetherItIsCancelled(TimerKind kind) throws Exception {
    with(
        kind,
        timer -> {
          TimerTask task = new Noted();
          Timeout timeout = timer.newTimeout(task, 1, HOURS);
          assertThat(timeout.toString())
              .matches("[\\w$]+\\(deadline: \\d+ ns later, task: .*\\)")
              .contains(task.toString());
          timeout.cancel();
          assertThat(timeout.toString()).contains("cancelled, task: " + task);
        });
  }
}
