package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.Future.State;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** {@code submitWithTimeout} step by step: who ends the task between which two of them. */
class TimedSubmitTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final Queue<Runnable> handed = new ArrayDeque<>();
  private final WheelTimer timer =
      WheelTimer.builder().clock(clock).taskExecutor(this::take).build();
  private final WheelExecutorService executor = WheelExecutorService.on(timer);
  private final List<String> ran = new ArrayList<>();

  /** Done as a task is handed on, before that is known. */
  private Runnable asItIsHandedOn = () -> {};

  private void take(Runnable task) {
    asItIsHandedOn.run();
    handed.add(task);
  }

  private void note() {
    ran.add("ran");
  }

  private Future<Boolean> submit() {
    return executor.submitWithTimeout(() -> ran.add("ran"), TIMEOUT);
  }

  /** Has something done once the wheel has a timeout, before the call that arms it returns. */
  private void asItIsArmed(Runnable action) {
    TimerAccess.engineOf(timer).onWakeUp(action);
  }

  private void runWhatWasHanded() {
    for (Runnable next; (next = handed.poll()) != null; ) {
      next.run();
    }
  }

  private void assertEndsWithout(Runnable... unfinished) {
    assertThat(executor).asString().endsWith("unfinished: " + unfinished.length + "]");
    executor.shutdown();
    assertThat(executor.isTerminated()).isTrue();
    runWhatWasHanded();
    assertThat(ran).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void submit_timeUpBeforeTheTaskIsHandedOn_failsAndTheExecutorCanEnd() {
    asItIsArmed(() -> clock.advance(TIMEOUT));

    Future<Boolean> future = submit();

    assertThat(future.exceptionNow()).isInstanceOf(TimeoutException.class);
    assertEndsWithout();
  }

  @Test
  void submit_timerStoppedBeforeTheTaskIsHandedOn_isRejectedAndTheExecutorCanEnd() {
    asItIsArmed(timer::stop);
    assertThatThrownBy(this::submit).isInstanceOf(RejectedExecutionException.class);
    assertEndsWithout();
  }

  @Test
  void stopOfTheTimer_waitingForAThread_isCancelledAndNeverRuns() {
    Future<Boolean> future = submit();
    timer.stop();
    assertThat(future.state()).isEqualTo(State.CANCELLED);
    assertEndsWithout();
  }

  @Test
  void submit_timerStoppedAsTheTaskIsHandedOn_endsItAndTheExecutorCanEnd() {
    asItIsHandedOn = timer::stop;

    Future<Boolean> future = submit();

    assertThat(future.isCancelled()).isTrue();
    assertEndsWithout();
  }

  @Test
  void submit_shutdownNowBeforeTheTaskIsHandedOn_isRejected_nothingStaysArmed() {
    List<Runnable> left = new ArrayList<>();
    asItIsArmed(() -> left.addAll(executor.shutdownNow()));
    assertThatThrownBy(this::submit).isInstanceOf(RejectedExecutionException.class);
    assertThat(left).isEmpty();
    assertEndsWithout();
  }

  @Test
  void submit_shutdownNowAsTheTaskIsHandedOn_returnedAndStillTimed() {
    List<Runnable> left = new ArrayList<>();
    asItIsHandedOn = () -> left.addAll(executor.shutdownNow());

    Future<Boolean> future = submit();

    assertThat(left).containsExactly((Runnable) future);
    assertThat(future.state()).isEqualTo(State.RUNNING);
    clock.advance(TIMEOUT);
    assertThat(future.exceptionNow()).isInstanceOf(TimeoutException.class);
    assertEndsWithout();
  }

  @Test
  void submit_returnedAndCancelledAsTheTaskIsHandedOn_nothingStaysArmed() {
    asItIsHandedOn = () -> executor.shutdownNow().forEach(left -> ((Future<?>) left).cancel(false));

    Future<Boolean> future = submit();

    assertThat(future.isCancelled()).isTrue();
    assertEndsWithout();
  }

  @Test
  void submit_limitOfTheTimerReached_rejectedAndNotListed() {
    WheelTimer small = WheelTimer.builder().clock(new ManualClock()).maxPendingTimeouts(1).build();
    WheelExecutorService limited = WheelExecutorService.on(small);
    Future<?> only = limited.schedule(() -> {}, 1, HOURS);
    assertThatThrownBy(() -> limited.submitWithTimeout(() -> ran.add("ran"), TIMEOUT))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(ran).isEmpty();
    assertThat(limited.shutdownNow()).containsExactly((Runnable) only);
    assertThat(limited.isTerminated()).isTrue();
  }

  @Test
  void submit_withoutTime_failsWithoutBeingRun_takesNoPlaceOfTheTimerAndGivesNoneBack() {
    WheelTimer small =
        WheelTimer.builder()
            .clock(new ManualClock())
            .taskExecutor(Runnable::run)
            .maxPendingTimeouts(1)
            .build();
    WheelExecutorService limited = WheelExecutorService.on(small);

    Future<Boolean> future = limited.submitWithTimeout(() -> ran.add("ran"), Duration.ZERO);

    assertThat(future.exceptionNow()).isInstanceOf(TimeoutException.class);
    assertThat(ran).isEmpty();
    assertThat(small.pendingTimeouts()).isZero();
    assertThat(small.stats().cancelled()).isZero();
    Future<?> only = limited.schedule(() -> {}, 1, HOURS);
    assertThat(only.isDone()).isFalse();
    assertThatThrownBy(() -> limited.schedule(() -> {}, 1, HOURS))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void submit_taskWithoutResultInEachForm_timesOut() {
    Runnable variable = this::note;
    List<Future<?>> futures =
        List.of(
            executor.submitWithTimeout(() -> note(), TIMEOUT),
            executor.submitWithTimeout(this::note, TIMEOUT),
            executor.submitWithTimeout(
                () -> {
                  note();
                },
                TIMEOUT),
            executor.submitWithTimeout(variable, TIMEOUT));

    clock.advance(TIMEOUT);

    assertThat(futures)
        .allSatisfy(
            future -> assertThat(future.exceptionNow()).isInstanceOf(TimeoutException.class));
    assertEndsWithout();
  }

  @Test
  void submit_taskWithoutResultDoneInTime_returnsNull() {
    Future<?> future = executor.submitWithTimeout(this::note, TIMEOUT);

    runWhatWasHanded();

    assertThat(future.resultNow()).isNull();
    assertThat(ran).containsExactly("ran");
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  @SuppressWarnings("deprecation") // what was compiled against it keeps its timeout
  void submit_callableByTheOldName_timesOut() {
    Future<Boolean> future = executor.submit(() -> ran.add("ran"), TIMEOUT);

    clock.advance(TIMEOUT);

    assertThat(future.exceptionNow()).isInstanceOf(TimeoutException.class);
    assertEndsWithout();
  }

  @Test
  void submit_onAStoppedTimer_rejected_withoutTimeToo() {
    timer.stop();
    for (Duration timeout : List.of(TIMEOUT, Duration.ZERO)) {
      assertThatThrownBy(() -> executor.submitWithTimeout(() -> ran.add("ran"), timeout))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("is stopped");
    }
    assertEndsWithout();
  }

  @Test
  void timeUp_executorRunsNothing_failsAllTheSame() {
    Future<Boolean> future = submit();
    assertThat(handed).hasSize(1);

    clock.advance(TIMEOUT);

    assertThat(future.exceptionNow())
        .isInstanceOf(TimeoutException.class)
        .hasMessage("not done within PT1S");
    assertEndsWithout();
  }

  @Test
  void timeUp_executorRunsNothing_othersAreHandedOnAsEver() {
    Future<?> before = executor.schedule(() -> ran.add("before"), 1, SECONDS);
    Future<Boolean> timed = submit();
    Future<?> after = executor.schedule(() -> ran.add("after"), 1, SECONDS);

    clock.advance(TIMEOUT);
    runWhatWasHanded();

    assertThat(timed.state()).isEqualTo(State.FAILED);
    assertThat(before.state()).isEqualTo(State.SUCCESS);
    assertThat(after.state()).isEqualTo(State.SUCCESS);
    assertThat(ran).containsExactly("before", "after");
  }
}
