package io.loomwheel.netty;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the javadoc of Netty's {@code Timer}, {@code Timeout} and {@code TimerTask} promises, a test
 * for each sentence, and what the tests of {@code HashedWheelTimer} ask for. Netty's own timer
 * passes them too, so they ask for what Netty does.
 */
@ParameterizedClass
@EnumSource
class NettyTimerContractTest {
  @Parameter TimerKind kind;
  private Timer timer;

  @BeforeEach
  void make() {
    timer = kind.make();
  }

  @AfterEach
  void stop() {
    timer.stop();
  }

  private void limitTo(long most) {
    timer.stop();
    timer = kind.limitedTo(most);
  }

  // --- Timer.newTimeout ---

  @Test
  void newTimeout_afterTheDelay_runsTheTaskOnceAndNotEarly() throws Exception {
    Noted task = new Noted();
    long before = System.nanoTime();
    timer.newTimeout(task, 5, MILLISECONDS);
    Noted later = new Noted();
    timer.newTimeout(later, 60, MILLISECONDS);

    assertThat(later.runsInTheEnd()).isTrue();
    assertThat(task.runs).hasSize(1);
    assertThat(task.ranAtNanos() - before).isGreaterThanOrEqualTo(5_000_000);
  }

  @Test
  void newTimeout_returnsAHandleOfTheTask_whichItIsRunWith() throws Exception {
    Noted task = new Noted();
    Timeout timeout = timer.newTimeout(task, 5, MILLISECONDS);

    assertThat(timeout.task()).isSameAs(task);
    assertThat(task.runsInTheEnd()).isTrue();
    assertThat(task.runs).containsExactly(timeout);
  }

  @Test
  void newTimeout_beforeStart_startsTheTimer() throws Exception {
    Noted task = new Noted();
    timer.newTimeout(task, 1, MILLISECONDS);
    assertThat(task.runsInTheEnd()).isTrue();
    kind.start(timer); // does nothing by now
  }

  @Test
  void newTimeout_withoutADelay_runsTheTask() throws Exception {
    for (long delay : new long[] {0, -1, Long.MIN_VALUE}) {
      Noted task = new Noted();
      timer.newTimeout(task, delay, MILLISECONDS);
      assertThat(task.runsInTheEnd()).as("delay %s", delay).isTrue();
    }
  }

  @Test
  void newTimeout_withoutADelay_neverRunsWithinTheCall() throws Exception {
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    timer.newTimeout(timeout -> ranOn.complete(Thread.currentThread()), 0, MILLISECONDS);
    assertThat(ranOn.get(60, SECONDS)).isNotSameAs(Thread.currentThread());
  }

  @Test
  void newTimeout_withoutADelayAtTheLimit_isRejected() throws Exception {
    limitTo(1);
    timer.newTimeout(new Noted(), 1, HOURS);
    assertThatThrownBy(() -> timer.newTimeout(new Noted(), 0, HOURS))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void newTimeout_withADelayThatOverflows_waits() throws Exception {
    Noted task = new Noted();
    Timeout timeout = timer.newTimeout(task, Long.MAX_VALUE, TimeUnit.DAYS);
    Noted other = new Noted();
    timer.newTimeout(other, 5, MILLISECONDS);

    assertThat(other.runsInTheEnd()).isTrue();
    assertThat(task.runs).isEmpty();
    assertThat(timeout.cancel()).isTrue();
  }

  @Test
  void newTimeout_byATask_runsThatToo() throws Exception {
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
  }

  @Test
  void newTimeout_ofNull_throws() throws Exception {
    assertThatThrownBy(() -> timer.newTimeout(null, 1, SECONDS))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("task");
    assertThatThrownBy(() -> timer.newTimeout(new Noted(), 1, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("unit");
  }

  @Test
  void newTimeout_afterStop_throwsIllegalState() {
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

  @Test
  void newTimeout_moreThanTheLimit_isRejected() throws Exception {
    limitTo(2);
    timer.newTimeout(new Noted(), 1, HOURS);
    timer.newTimeout(new Noted(), 1, HOURS);
    assertThatThrownBy(() -> timer.newTimeout(new Noted(), 1, HOURS))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("2");
  }

  @Test
  void newTimeout_atTheLimitAfterACancel_isTakenAgain() throws Exception {
    limitTo(1);
    Noted task = new Noted();
    timer.newTimeout(task, 1, HOURS).cancel();
    assertThat(task.isNotifiedInTheEnd()).isTrue(); // Netty gives the place back just before
    timer.newTimeout(new Noted(), 1, HOURS);
  }

  @Test
  void newTimeout_atTheLimitByATaskThatHasFired_isTaken() throws Exception {
    limitTo(1);
    Noted second = new Noted();
    timer.newTimeout(timeout -> timer.newTimeout(second, 1, MILLISECONDS), 1, MILLISECONDS);
    assertThat(second.runsInTheEnd()).isTrue();
  }

  @Test
  void task_thatThrows_holdsUpNoOther() throws Exception {
    timer.newTimeout(
        timeout -> {
          throw new Exception("expected in this test");
        },
        1,
        MILLISECONDS);
    Noted other = new Noted();
    timer.newTimeout(other, 5, MILLISECONDS);
    assertThat(other.runsInTheEnd()).isTrue();
  }

  // --- Timer.stop ---

  @Test
  void stop_cancelsWhatWaits_andReturnsItsHandles() throws Exception {
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

  @Test
  void stop_again_returnsNothing() {
    timer.newTimeout(new Noted(), 1, HOURS);
    assertThat(timer.stop()).hasSize(1);
    assertThat(timer.stop()).isEmpty();
  }

  @Test
  void stop_beforeStart_leavesItStopped() {
    assertThat(timer.stop()).isEmpty();
    assertThatThrownBy(() -> timer.newTimeout(new Noted(), 1, HOURS))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kind.start(timer)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void stop_byATaskOnTheTimersThread_throwsIllegalState() throws Exception {
    assumeTrue(kind == TimerKind.NETTY || kind == TimerKind.VIEW_INLINE);
    Noted fine = new Noted();
    timer.newTimeout(
        timeout -> {
          assertThatThrownBy(timer::stop).isInstanceOf(IllegalStateException.class);
          timer.newTimeout(fine, 1, MILLISECONDS);
        },
        1,
        MILLISECONDS);
    assertThat(fine.runsInTheEnd()).isTrue();
  }

  // --- Timeout ---

  @Test
  void timer_isTheOneThatMadeTheHandle() throws Exception {
    assertThat(timer.newTimeout(new Noted(), 1, HOURS).timer()).isSameAs(timer);
  }

  @Test
  void state_isNeitherExpiredNorCancelled_thenExpired() throws Exception {
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
  }

  @Test
  void cancel_ofWhatWaits_isTrueOnceAndTheTaskNeverRuns() throws Exception {
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
  }

  // --- TimerTask.cancelled ---

  @Test
  void cancelled_isCalledForWhatWasCancelled_withItsHandle() throws Exception {
    Noted task = new Noted();
    Timeout timeout = timer.newTimeout(task, 1, HOURS);
    timeout.cancel();
    timeout.cancel();
    assertThat(task.isNotifiedInTheEnd()).isTrue();
    assertThat(task.notified).containsExactly(timeout);
    assertThat(task.runs).isEmpty();
  }

  @Test
  void cancelled_isNotCalledForWhatHasRun() throws Exception {
    Noted task = new Noted();
    Timeout timeout = timer.newTimeout(task, 1, MILLISECONDS);
    assertThat(task.runsInTheEnd()).isTrue();
    timeout.cancel();
    timer.stop();
    assertThat(task.notified).isEmpty();
  }

  // --- what HashedWheelTimer has beside the interface ---

  @Test
  void pendingTimeouts_countsWhatWaits() throws Exception {
    assertThat(kind.pending(timer)).isZero();
    timer.newTimeout(new Noted(), 1, HOURS);
    Noted task = new Noted();
    Timeout second = timer.newTimeout(task, 1, HOURS);
    assertThat(kind.pending(timer)).isEqualTo(2);
    second.cancel();
    assertThat(task.isNotifiedInTheEnd()).isTrue();
    assertThat(kind.pending(timer)).isEqualTo(1);
    timer.stop();
  }

  @Test
  void toString_saysTheDeadlineAndTheTask_andWhetherItIsCancelled() throws Exception {
    TimerTask task = new Noted();
    Timeout timeout = timer.newTimeout(task, 1, HOURS);
    assertThat(timeout.toString())
        .matches("[\\w$]+\\(deadline: \\d+ ns later, task: .*\\)")
        .contains(task.toString());
    timeout.cancel();
    assertThat(timeout.toString()).contains("cancelled, task: " + task);
  }
}
