package io.loomwheel.rxjava4;

import static java.util.concurrent.TimeUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava4.core.Scheduler;
import io.reactivex.rxjava4.core.Single;
import io.reactivex.rxjava4.disposables.Disposable;
import io.reactivex.rxjava4.schedulers.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What this alpha of RxJava 4 does by itself, and what the guide's page says of it. A test that
 * fails after an update says which line of the page is to be corrected.
 */
class AlphaTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final AtomicInteger executors = new AtomicInteger();

  @AfterEach
  void tidy() {
    WheelPlugins.uninstall();
    Schedulers.start();
    timer.stop();
  }

  private ExecutorService executor() {
    executors.incrementAndGet();
    return Executors.newVirtualThreadPerTaskExecutor();
  }

  /** The build adds it to the ways of the other adapter. */
  @Test
  void contract_runsOnVirtualToo() {
    assertThat(Way.TIMING_VIRTUAL.delegates()).isTrue();
  }

  @Test
  void toExecutorService_ofAnyScheduler_throwsAtTheFirstTask() {
    for (Scheduler scheduler : new Scheduler[] {Schedulers.single(), WheelScheduler.on(timer)}) {
      assertThatNullPointerException()
          .isThrownBy(() -> scheduler.toExecutorService().execute(() -> {}));
    }
  }

  @Test
  void toExecutorService_withAWorker_runsTasks() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    WheelScheduler.on(timer).toExecutorService(true).execute(ran::countDown);
    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shutdownOfSchedulers_doesNotReachVirtual() {
    WheelPlugins.install(timer);
    Schedulers.virtual().scheduleDirect(() -> {}, 1, HOURS);
    Schedulers.cached().scheduleDirect(() -> {}, 1, HOURS);
    Schedulers.shutdown();
    assertThat(timer.pendingTimeouts()).isOne();
  }

  /** {@code virtual()} is such a scheduler. */
  @Test
  void timeoutOfASingle_makesAnExecutorForItself() {
    Scheduler stock = Schedulers.fromSupplier(this::executor, true, true);
    for (int i = 0; i < 3; i++) {
      Single.never().timeout(1, HOURS, stock).subscribe(value -> {}, error -> {}).dispose();
    }
    assertThat(executors).hasValue(3);
  }

  @Test
  void timeoutOfASingle_onTheWheel_makesOneOnlyWhenItIsDue() throws Exception {
    Scheduler stock = Schedulers.fromSupplier(this::executor, true, true);
    Scheduler wheel = new RxDelegatingScheduler(timer, stock);
    CountDownLatch timedOut = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      Single.never().timeout(1, HOURS, wheel).subscribe(value -> {}, error -> {}).dispose();
    }
    Disposable waiting =
        Single.never()
            .timeout(1, HOURS, wheel)
            .subscribe(value -> {}, error -> timedOut.countDown());
    assertThat(executors).hasValue(0);
    clock.advance(Duration.ofHours(1));
    assertThat(timedOut.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(executors).hasValue(1);
    assertThat(waiting.isDisposed()).isTrue();
  }
}
