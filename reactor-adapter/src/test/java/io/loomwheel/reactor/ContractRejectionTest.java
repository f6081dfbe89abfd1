package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.RejectionContract;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/**
 * What Reactor's contract demands of a rejection: items 10 to 12. Inherited, where refused means by
 * a {@code RejectedExecutionException}:
 *
 * <pre>
 *   item10  disposedScheduler_refuses_andSoDoItsWorkers, disposedWorker_refuses_andTheSchedulerDoesNot
 *   item11  stoppedTimer_refusesWhatNeedsIt, timerThatIsFull_refusesUntilThereIsRoom
 *   item12  pendingTasks_haveNoCapByDefault
 * </pre>
 */
class ContractRejectionTest extends RejectionContract {
  ContractRejectionTest() {
    super(new ReactorEcosystem());
  }

  @Test
  void item10_disposedWorker_throwsTheSingleton_withoutPeriodToo() {
    Scheduler.Worker worker = WheelScheduler.on(timer).createWorker();
    worker.dispose();
    RejectedExecutionException singleton = Exceptions.failWithRejected();
    assertThatThrownBy(() -> worker.schedule(() -> {})).isSameAs(singleton);
    assertThatThrownBy(() -> worker.schedule(() -> {}, 1, SECONDS)).isSameAs(singleton);
    assertThatThrownBy(() -> worker.schedulePeriodically(() -> {}, 1, 1, SECONDS))
        .isSameAs(singleton);
    assertThatThrownBy(() -> worker.schedulePeriodically(() -> {}, 0, 0, SECONDS))
        .isSameAs(singleton);
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
}
