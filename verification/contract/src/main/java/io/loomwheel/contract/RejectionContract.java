package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** When a submission is refused, and that it is not without a reason. */
public abstract class RejectionContract extends SchedulerContract {
  protected RejectionContract(Ecosystem ecosystem) {
    super(ecosystem);
  }

  private static void assertRefuses(Taker taker) {
    assertThat(taker.schedule(() -> {})).isNull();
    assertRefusesTime(taker);
  }

  private static void assertRefusesTime(Taker taker) {
    assertThat(taker.schedule(() -> {}, 1, SECONDS)).isNull();
    assertThat(taker.schedulePeriodically(() -> {}, 1, 1, SECONDS)).isNull();
    assertThat(taker.schedulePeriodically(() -> {}, 0, 0, SECONDS)).isNull();
  }

  @Test
  void disposedScheduler_refuses_andSoDoItsWorkers() {
    Taker before = scheduler.createWorker();
    scheduler.dispose();
    Taker after = scheduler.createWorker();
    assertRefuses(scheduler);
    assertRefuses(before);
    assertRefuses(after);
    assertThat(before.isDisposed()).isTrue();
    assertThat(after.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void disposedWorker_refuses_andTheSchedulerDoesNot() {
    Taker worker = scheduler.createWorker();
    worker.dispose();
    assertRefuses(worker);
    assertThat(scheduler.schedule(() -> {}, 1, SECONDS)).isNotNull();
  }

  @Test
  void stoppedTimer_refusesWhatNeedsIt() {
    ecosystem.collectErrors();
    timer.stop();
    assertRefusesTime(scheduler);
    assertRefusesTime(scheduler.createWorker());
  }

  @Test
  void timerThatIsFull_refusesUntilThereIsRoom() {
    ecosystem.collectErrors();
    Subject limited = ecosystem.on(WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build());
    Handle only = accepted(limited.schedule(() -> {}, 1, SECONDS));
    assertThat(limited.schedule(() -> {}, 1, SECONDS)).isNull();
    assertThat(limited.createWorker().schedule(() -> {}, 1, SECONDS)).isNull();
    only.dispose();
    assertThat(limited.schedule(() -> {}, 1, SECONDS)).isNotNull();
  }

  @Test
  void executorThatRunsAPeriodicTaskAndThenThrows_hasAcceptedIt() {
    ecosystem.collectErrors();
    Subject late =
        ecosystem.on(
            timer,
            task -> {
              task.run();
              throw new RejectedExecutionException("too late, on purpose");
            });
    for (Taker taker : List.of(late, late.createWorker())) {
      ran.clear();
      Handle task = accepted(taker.schedulePeriodically(() -> ran.add("ran"), 0, 1, SECONDS));
      assertThat(ran).hasSize(1);
      task.dispose();
    }
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void pendingTasks_haveNoCapByDefault() {
    for (int i = 0; i < 200_000; i++) {
      scheduler.schedule(() -> {}, 1, HOURS);
    }
    assertThat(timer.pendingTimeouts()).isEqualTo(200_000);
  }
}
