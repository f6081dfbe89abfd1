package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.WorkerDisposalContract;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What RxJava's contract demands of disposing of a Worker, or of one of its tasks: items 10, 12 and
 * 13. Inherited:
 *
 * <pre>
 *   item10  dispose_ofOneTask_leavesTheOthers
 *   item12  dispose_leavesTheScheduler_andWorkersThatAreMadeLater,
 *           dispose_dropsAllThatIsPending_andLeavesOtherWorkersAlone,
 *           dispose_leavesEveryHandleDisposed_ofWhatRunsAndIsQueuedToo,
 *           dispose_fromItsOwnTask_dropsTheRestWithoutInterrupting,
 *           dispose_whileTasksRun_skipsNoneOfThoseBeforeTheLastThatRan
 *   item13  dispose_racingWithSubmissions_leavesNothingBehind
 * </pre>
 */
@OnEveryWay
class ContractWorkerDisposalTest extends WorkerDisposalContract {
  private final RxEcosystem rxs = (RxEcosystem) ecosystem;

  private final WheelScheduler rx = rxs.scheduler(timer);
  private final Scheduler.Worker worker = rx.createWorker();

  ContractWorkerDisposalTest(Way way) {
    super(new RxEcosystem(way));
  }

  @Test
  void item13_schedule_afterDispose_returnsTheIdentitySilentlyAndUnhooked() {
    List<Throwable> errors = ecosystem.collectErrors();
    AtomicInteger hooked = new AtomicInteger();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          hooked.incrementAndGet();
          return task;
        });
    worker.dispose();
    assertThat(worker.schedule(() -> {})).isSameAs(Disposable.disposed());
    assertThat(worker.schedule(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertThat(worker.schedulePeriodically(() -> {}, 1, 1, SECONDS))
        .isSameAs(Disposable.disposed());
    assertThat(worker.schedulePeriodically(() -> {}, 0, 0, SECONDS))
        .isSameAs(Disposable.disposed());
    assertThat(errors).isEmpty();
    assertThat(hooked).hasValue(0);
  }

  @Test
  void item13_schedule_disposedOfByTheHookMeanwhile_returnsTheIdentity() {
    RxJavaPlugins.setScheduleHandler(
        task -> {
          worker.dispose();
          return task;
        });
    assertThat(worker.schedule(() -> ran.add("task"), 1, SECONDS)).isSameAs(Disposable.disposed());
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).isEmpty();
  }

  @Test
  void item13_schedule_disposedOfByTheTaskThatItTook_isNoRefusal() {
    WheelScheduler onCaller =
        WheelScheduler.builder().timer(timer).taskExecutor(Runnable::run).build();
    Scheduler.Worker own = onCaller.createWorker();
    Disposable task =
        own.schedule(
            () -> {
              ran.add("task");
              own.dispose();
            });
    assertThat(ran).containsExactly("task");
    assertThat(task).isNotSameAs(Disposable.disposed());
    assertThat(task.isDisposed()).isTrue();
    assertThat(own.schedule(() -> {})).isSameAs(Disposable.disposed());
  }

  @Test
  void item13_timeoutCancelledFromOnNext_emitsNothingMore() {
    List<Throwable> errors = ecosystem.collectErrors();
    PublishProcessor<Integer> source = PublishProcessor.create();
    TestSubscriber<Integer> seen = source.timeout(1, SECONDS, rx).take(1).test();
    source.onNext(1);
    clock.advance(Duration.ofMinutes(1));
    seen.assertResult(1);
    assertThat(errors).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
