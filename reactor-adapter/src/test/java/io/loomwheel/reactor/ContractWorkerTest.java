package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.contract.WorkerContract;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/**
 * What Reactor's contract demands of Workers: items 16 and 18. Inherited:
 *
 * <pre>
 *   item16  order_isThatOfDeadlinesThenOfSubmission, order_withoutDelay_isFifoAndNeverNests,
 *           order_ofATaskThatSubmitsItselfAMillionTimes_takesNoStack,
 *           order_holdsOnARealClockAcrossLevelsOfTheWheel,
 *           order_ofManyThreads_isSerialAndKeepsThatOfEach,
 *           oneShotThatThrows_leavesTheWorkerWorking
 *   item18  busyWorkers_onAllCarriers_letOthersThrough
 * </pre>
 */
class ContractWorkerTest extends WorkerContract {
  private final WheelScheduler wheel = WheelScheduler.on(timer);

  ContractWorkerTest() {
    super(new ReactorEcosystem());
  }

  @Test
  void item17_finishedTasks_areForgotten() {
    Scheduler.Worker worker = wheel.createWorker();
    for (int i = 0; i < 1000; i++) {
      worker.schedule(() -> {}, i, NANOSECONDS);
    }
    Scannable scan = Scannable.from(worker);
    assertThat(scan.scan(Scannable.Attr.BUFFERED)).isEqualTo(999); // the first had no delay
    clock.advance(Duration.ofSeconds(1));
    assertThat(scan.scan(Scannable.Attr.BUFFERED)).isZero();
  }

  @Test
  void item18_createWorker_afterDispose_returnsOneThatRejects() {
    wheel.dispose();
    Scheduler.Worker worker = wheel.createWorker();
    assertThat(worker.isDisposed()).isTrue();
    assertThatThrownBy(() -> worker.schedule(() -> {})).isSameAs(Exceptions.failWithRejected());
  }
}
