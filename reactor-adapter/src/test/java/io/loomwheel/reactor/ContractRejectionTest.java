package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/** What Reactor's contract demands of a rejection: items 10 to 12. */
@Timeout(60)
class ContractRejectionTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);

  @Test
  void item10_disposedScheduler_rejectsItselfAndByItsWorkers() {
    Scheduler.Worker before = scheduler.createWorker();
    scheduler.dispose();
    Scheduler.Worker after = scheduler.createWorker();
    List<Runnable> submissions =
        List.of(
            () -> scheduler.schedule(() -> {}),
            () -> scheduler.schedule(() -> {}, 1, SECONDS),
            () -> scheduler.schedulePeriodically(() -> {}, 1, 1, SECONDS),
            () -> before.schedule(() -> {}),
            () -> before.schedule(() -> {}, 1, SECONDS),
            () -> before.schedulePeriodically(() -> {}, 1, 1, SECONDS),
            () -> after.schedule(() -> {}));
    assertThat(submissions)
        .allSatisfy(
            submission ->
                assertThatExceptionOfType(RejectedExecutionException.class)
                    .isThrownBy(submission::run));
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void item10_disposedWorker_throwsTheSingleton() {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.dispose();
    RejectedExecutionException singleton = Exceptions.failWithRejected();
    assertThatThrownBy(() -> worker.schedule(() -> {})).isSameAs(singleton);
    assertThatThrownBy(() -> worker.schedule(() -> {}, 1, SECONDS)).isSameAs(singleton);
    assertThatThrownBy(() -> worker.schedulePeriodically(() -> {}, 1, 1, SECONDS))
        .isSameAs(singleton);
  }

  @Test
  void item11_stoppedTimerOrReachedLimit_isARejectionToo() {
    WheelTimer small = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    WheelScheduler limited = WheelScheduler.on(small);
    limited.schedule(() -> {}, 1, SECONDS);
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> limited.schedule(() -> {}, 1, SECONDS));
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> limited.createWorker().schedule(() -> {}, 1, SECONDS));
    timer.stop();
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> scheduler.schedule(() -> {}, 1, SECONDS));
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> scheduler.schedule(() -> {}));
  }

  @Test
  void item11_rejected_countsForNothingWhenItDrains() {
    WheelTimer small = WheelTimer.builder().clock(clock).maxPendingTimeouts(1).build();
    WheelScheduler limited = WheelScheduler.on(small);
    limited.schedule(() -> {}, 1, SECONDS).dispose();
    limited.schedule(() -> {}, 1, SECONDS);
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> limited.schedule(() -> {}, 1, SECONDS));
    assertThat(limited.scanUnsafe(Scannable.Attr.BUFFERED)).isEqualTo(1);
  }

  @Test
  void item11_disposedWorker_rejectsPeriodZeroToo() {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.dispose();
    assertThatThrownBy(() -> worker.schedulePeriodically(() -> {}, 0, 0, SECONDS))
        .isSameAs(Exceptions.failWithRejected());
  }

  @Test
  void item12_pendingTasks_haveNoCapByDefault() {
    for (int i = 0; i < 200_000; i++) {
      scheduler.schedule(() -> {}, 1, HOURS);
    }
    assertThat(timer.pendingTimeouts()).isEqualTo(200_000);
  }
}
