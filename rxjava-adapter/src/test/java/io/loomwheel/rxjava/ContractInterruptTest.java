package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.InterruptContract;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * What RxJava's contract demands of interrupts: item 14, the delayed stage included. Inherited:
 *
 * <pre>
 *   item14  dispose_fromAnotherThread_interruptsWhatRuns, dispose_fromItsOwnThread_neverInterrupts,
 *           dispose_ofATaskThatKeepsItsInterrupt_leavesTheThreadClean,
 *           dispose_leaksNoInterruptIntoTheNextTask,
 *           dispose_whereNobodyInterrupts_letsWhatRunsEnd_whicheverIsDisposedOf
 * </pre>
 */
@OnEveryWay
class ContractInterruptTest extends InterruptContract {
  ContractInterruptTest(Way way) {
    super(new RxEcosystem(way));
  }

  @Test
  void item14_takeThatCancelsBeforeItCompletes_interruptsNobody() {
    Scheduler wheel = RxEcosystem.of(real);
    AtomicBoolean interrupted = new AtomicBoolean();
    long last =
        Flowable.interval(1, 1, MILLISECONDS, wheel)
            .take(3)
            .doOnComplete(() -> interrupted.set(Thread.currentThread().isInterrupted()))
            .blockingLast();
    assertThat(last).isEqualTo(2);
    assertThat(interrupted).isFalse();
  }
}
