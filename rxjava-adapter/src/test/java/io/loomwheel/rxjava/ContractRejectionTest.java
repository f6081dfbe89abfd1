package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.RejectionContract;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.disposables.Disposable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * What RxJava's contract demands of a rejection: items 13 and 20. Inherited:
 *
 * <pre>
 *   item13  disposedScheduler_refuses_andSoDoItsWorkers, disposedWorker_refuses_andTheSchedulerDoesNot
 *   item20  stoppedTimer_refusesWhatNeedsIt, timerThatIsFull_refusesUntilThereIsRoom,
 *           pendingTasks_haveNoCapByDefault
 * </pre>
 */
@OnEveryWay
class ContractRejectionTest extends RejectionContract {
  private final RxEcosystem rxs = (RxEcosystem) ecosystem;

  private final List<Throwable> errors = ecosystem.collectErrors();

  /** Keeps what it gets, or rejects it. */
  private final Queue<Runnable> queue = new ArrayDeque<>();

  private final AtomicBoolean full = new AtomicBoolean();
  private final Executor executor =
      task -> {
        if (full.get()) {
          throw new RejectedExecutionException("full");
        }
        queue.add(task);
      };

  ContractRejectionTest(Way way) {
    super(new RxEcosystem(way));
  }

  private void assertReported(int times) {
    assertThat(errors)
        .hasSize(times)
        .allMatch(e -> e.getCause() instanceof RejectedExecutionException);
  }

  @Test
  void item20_stoppedTimer_isReported_andTheWorkerDisposed() {
    WheelScheduler rx = rxs.scheduler(timer);
    Scheduler.Worker worker = rx.createWorker();
    timer.stop();
    assertThat(rx.scheduleDirect(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertThat(worker.schedule(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertReported(2);
    assertThat(worker.isDisposed()).isTrue();
    assertThat(worker.schedule(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertReported(2);
  }

  @Test
  void item20_fullTimer_isReported_andTheWorkerDisposed() {
    WheelScheduler rx = rxs.scheduler(ecosystem.timer().clock(clock).maxPendingTimeouts(1).build());
    Scheduler.Worker worker = rx.createWorker();
    rx.scheduleDirect(() -> {}, 1, SECONDS);
    assertThat(rx.scheduleDirect(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertThat(worker.schedule(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertReported(2);
    assertThat(worker.isDisposed()).isTrue();
  }

  @Test
  void item20_rejectingExecutor_withoutDelay_isReportedToTheCaller() {
    WheelScheduler rx = WheelScheduler.builder().timer(timer).taskExecutor(executor).build();
    Scheduler.Worker worker = rx.createWorker();
    full.set(true);
    assertThat(rx.scheduleDirect(() -> ran.add("direct"))).isSameAs(Disposable.disposed());
    assertThat(worker.schedule(() -> ran.add("of a Worker"))).isSameAs(Disposable.disposed());
    assertReported(2);
    assertThat(worker.isDisposed()).isTrue();
    assertThat(ran).isEmpty();
  }

  @Test
  void item20_rejectingExecutor_whenDue_isReportedAndTheTaskDisposed() {
    WheelScheduler rx = WheelScheduler.builder().timer(timer).taskExecutor(executor).build();
    Scheduler.Worker worker = rx.createWorker();
    List<Disposable> tasks =
        List.of(
            rx.scheduleDirect(() -> ran.add("direct"), 1, SECONDS),
            rx.schedulePeriodicallyDirect(() -> ran.add("periodic"), 1, 1, SECONDS),
            worker.schedule(() -> ran.add("of a Worker"), 1, SECONDS),
            worker.schedule(() -> ran.add("later"), 2, SECONDS));
    full.set(true);
    clock.advance(Duration.ofSeconds(1));
    assertReported(3);
    assertThat(tasks).allMatch(Disposable::isDisposed);
    assertThat(worker.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    full.set(false);
    clock.advance(Duration.ofSeconds(5));
    queue.forEach(Runnable::run);
    assertThat(ran).isEmpty();
    assertReported(3);
  }

  @Test
  void item20_rejectingExecutor_betweenTwoBatches_losesNothing() {
    WheelScheduler rx = WheelScheduler.builder().timer(timer).taskExecutor(executor).build();
    Scheduler.Worker worker = rx.createWorker();
    for (int i = 0; i < 1000; i++) {
      worker.schedule(() -> ran.add("task"));
    }
    Runnable drain = queue.remove();
    full.set(true);
    drain.run(); // nothing that was accepted is offered a second time for good
    assertReported(0);
    assertThat(worker.isDisposed()).isFalse();
    assertThat(ran).hasSize(1000);
  }

  @Test
  void item20_operatorOnAFullExecutor_staysSilentButForTheReport() {
    WheelScheduler rx = WheelScheduler.builder().timer(timer).taskExecutor(executor).build();
    full.set(true);
    Single.just(1).observeOn(rx).test().assertNotComplete().assertNoErrors();
    assertReported(1);
  }
}
