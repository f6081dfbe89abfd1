package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.contract.LifecycleContract;
import io.loomwheel.hangwatch.Waiting;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/**
 * What RxJava's contract demands of a scheduler's life: items 21 and 22. Inherited:
 *
 * <pre>
 *   item21  dispose_ofAView_dropsWhatWaits_ofItsWorkersToo_andNothingElse,
 *           dispose_ofItsOwnTimer_dropsWhatWaits, dispose_interruptsWhatRuns_manyAtOnceToo,
 *           dispose_fromItsOwnTask_doesNotInterrupt,
 *           dispose_racingWithSubmissions_leavesNothingBehind
 *   item22  dispose_ofItsOwnTimer_endsTheThreadWithin500Millis
 * </pre>
 */
@OnEveryWay
class ContractLifecycleTest extends LifecycleContract {
  private final RxEcosystem rxs = (RxEcosystem) ecosystem;

  private final WheelScheduler rx = rxs.scheduler(timer);

  ContractLifecycleTest(Way way) {
    super(new RxEcosystem(way));
  }

  @Test
  void item21_shutdown_isSilent_andStartRevivesTheScheduler_butNoWorkerOfBefore() {
    List<Throwable> errors = ecosystem.collectErrors();
    Scheduler.Worker before = rx.createWorker();
    rx.shutdown();
    rx.shutdown();
    Scheduler.Worker between = rx.createWorker();
    assertThat(rx.scheduleDirect(() -> {})).isSameAs(Disposable.disposed());
    assertThat(rx.scheduleDirect(() -> {}, 1, SECONDS)).isSameAs(Disposable.disposed());
    assertThat(rx.schedulePeriodicallyDirect(() -> {}, 1, 1, SECONDS))
        .isSameAs(Disposable.disposed());
    rx.start();
    rx.start();
    Scheduler.Worker after = rx.createWorker();
    for (Scheduler.Worker dead : List.of(before, between)) {
      assertThat(dead.isDisposed()).isTrue();
      assertThat(dead.schedule(() -> ran.add("dead"), 1, SECONDS)).isSameAs(Disposable.disposed());
    }
    rx.scheduleDirect(() -> ran.add("direct"), 1, SECONDS);
    after.schedule(() -> ran.add("of a Worker"), 2, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).containsExactly("direct", "of a Worker");
    assertThat(errors).isEmpty();
  }

  @Test
  void item21_start_ofARunningScheduler_changesNothing() {
    rx.scheduleDirect(() -> ran.add("task"), 1, SECONDS);
    Disposable waiting = rx.scheduleDirect(() -> ran.add("dropped"), 2, SECONDS);
    rx.start();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("task");
    rx.shutdown();
    assertThat(waiting.isDisposed()).isTrue();
  }

  @Test
  void item21_start_ofItsOwnTimer_makesAnother() {
    Scheduler own = RxEcosystem.of(ecosystem.own());
    Disposable pending = own.scheduleDirect(() -> ran.add("dropped"), 1, DAYS);
    own.shutdown();
    assertThat(pending.isDisposed()).isTrue();
    own.start();
    CountDownLatch again = new CountDownLatch(2);
    own.scheduleDirect(again::countDown, 1, MILLISECONDS);
    own.createWorker().schedule(again::countDown, 1, MILLISECONDS);
    await(again);
    own.shutdown();
  }

  @Test
  void item21_startAndShutdown_fromManyThreads_leaveItShutDownByALastShutdown() throws Exception {
    Scheduler own = RxEcosystem.of(ecosystem.own());
    CyclicBarrier together = new CyclicBarrier(4);
    List<Throwable> failures = ecosystem.collectErrors();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean starts = i % 2 == 0;
      threads.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((thread, e) -> failures.add(e))
              .start(
                  () -> {
                    awaitAll(together);
                    for (int round = 0; round < 200; round++) {
                      own.scheduleDirect(() -> {}, 1, DAYS);
                      if (starts) {
                        own.start();
                      } else {
                        own.shutdown();
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    own.shutdown();
    assertThat(failures).isEmpty();
    assertThat(own.scheduleDirect(() -> {})).isSameAs(Disposable.disposed());
  }

  @Test
  void item21_shutdown_byATaskOnTheDriver_stopsTheTimerAllTheSame() {
    WheelScheduler own = WheelScheduler.builder().taskExecutor(Runnable::run).build();
    CountDownLatch done = new CountDownLatch(1);
    own.scheduleDirect(
        () -> {
          own.shutdown();
          done.countDown();
        },
        1,
        MILLISECONDS);
    await(done);
    while (!own.timer().toString().contains("stopped")) {
      Waiting.spin();
    }
  }

  private static void awaitAll(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
