package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.PeriodicContract;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What RxJava's contract demands of periodic tasks: items 6, 7 and 18. Inherited:
 *
 * <pre>
 *   item06  runs_keepAFixedRateUntilDisposed, runs_onARealClock_areNeverEarlyAndKeepTheRate,
 *           runs_neverOverlapAndSeeWhatTheLastOneWrote, periodNotPositive_…,
 *           initialDelayNotPositive_isAtOnce_onAFreshTimerToo
 *   item07  runs_catchUpOneByOneWhenLate, runs_afterALongPause_areAllMadeUp_whateverTheTimeOfDay
 * </pre>
 */
@OnEveryWay
class ContractPeriodicTest extends PeriodicContract {
  private final RxEcosystem rxs = (RxEcosystem) ecosystem;

  private final WheelScheduler rx = rxs.scheduler(timer);
  private final Scheduler.Worker worker = rx.createWorker();

  ContractPeriodicTest(Way way) {
    super(new RxEcosystem(way));
  }

  @Test
  void item18_periodicThatThrows_isReportedOnceAndNeverRunsAgain() {
    List<Throwable> errors = ecosystem.collectErrors();
    Runnable failing =
        () -> {
          ran.add("run");
          throw new IllegalStateException("on purpose");
        };
    Disposable direct = rx.schedulePeriodicallyDirect(failing, 10, 10, NANOSECONDS);
    Disposable ofWorker = worker.schedulePeriodically(failing, 10, 10, NANOSECONDS);
    clock.advance(Duration.ofNanos(100));
    assertThat(ran).hasSize(2);
    assertThat(errors).hasSize(2).allMatch(IllegalStateException.class::isInstance);
    assertThat(direct.isDisposed()).isTrue();
    assertThat(ofWorker.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
