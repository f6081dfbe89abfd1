package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.exceptions.UndeliverableException;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.SchedulerRunnableIntrospection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Direct scheduling: on a clock that the test moves, and on virtual threads where they matter. */
@Timeout(60)
class WheelSchedulerTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void resetHooks() {
    RxJavaPlugins.reset();
  }

  @Test
  void schedule_withDelay_runsOnceThenAndNotBefore() {
    Disposable task = scheduler.scheduleDirect(() -> ran.add("task"), 5, SECONDS);
    clock.advance(Duration.ofSeconds(5).minusNanos(1));
    assertThat(ran).isEmpty();
    assertThat(task.isDisposed()).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(ran).containsExactly("task");
    assertThat(task.isDisposed()).isTrue();
    clock.advance(Duration.ofDays(1));
    assertThat(ran).hasSize(1);
  }

  @Test
  void schedule_withoutDelay_runsPastTheWheel() {
    scheduler.scheduleDirect(() -> ran.add("plain"));
    scheduler.scheduleDirect(() -> ran.add("zero"), 0, SECONDS);
    scheduler.scheduleDirect(() -> ran.add("negative"), -1, SECONDS);
    assertThat(ran).containsExactly("plain", "zero", "negative");
  }

  @Test
  void schedule_hugeDelay_doesNotOverflow() {
    scheduler.scheduleDirect(() -> ran.add("never"), Long.MAX_VALUE, DAYS);
    clock.advance(Duration.ofDays(365 * 200));
    assertThat(ran).isEmpty();
  }

  @Test
  void dispose_pending_neverRunsAndLeavesTheWheel() {
    Disposable task = scheduler.scheduleDirect(() -> ran.add("task"), 5, SECONDS);
    task.dispose();
    task.dispose();
    assertThat(task.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(Duration.ofDays(1));
    assertThat(ran).isEmpty();
  }

  @Test
  void schedulePeriodically_keepsAFixedRateUntilDisposed() {
    List<Long> times = new ArrayList<>();
    Disposable task =
        scheduler.schedulePeriodicallyDirect(() -> times.add(clock.nanoTime()), 5, 10, NANOSECONDS);
    clock.advance(Duration.ofNanos(30));
    assertThat(times).containsExactly(5L, 15L, 25L);
    assertThat(task.isDisposed()).isFalse();
    task.dispose();
    assertThat(timer.pendingTimeouts()).isZero();
    clock.advance(Duration.ofDays(1));
    assertThat(times).hasSize(3);
  }

  @Test
  void schedulePeriodically_firstRunAtOnceOnAFreshTimer_goesOn() throws Exception {
    WheelScheduler real = WheelScheduler.create();
    CountDownLatch runs = new CountDownLatch(3);
    real.schedulePeriodicallyDirect(runs::countDown, 0, 1, MILLISECONDS);
    assertThat(runs.await(10, SECONDS)).isTrue();
    real.shutdown();
  }

  @Test
  void schedulePeriodically_disposedByItself_stops() {
    AtomicReference<Disposable> task = new AtomicReference<>();
    task.set(
        scheduler.schedulePeriodicallyDirect(
            () -> {
              ran.add("once");
              task.get().dispose();
            },
            10,
            10,
            NANOSECONDS));
    clock.advance(Duration.ofDays(1));
    assertThat(ran).containsExactly("once");
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void schedulePeriodically_thatThrows_reportsAndNeverRunsAgain() {
    List<Throwable> errors = collectErrors();
    Disposable task =
        scheduler.schedulePeriodicallyDirect(
            () -> {
              ran.add("run");
              throw new IllegalStateException("on purpose");
            },
            10,
            10,
            NANOSECONDS);
    clock.advance(Duration.ofNanos(30));
    assertThat(ran).hasSize(1);
    assertThat(errors).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(task.isDisposed()).isTrue();
  }

  @Test
  void schedule_thatThrows_goesOnceToOnErrorAndNotToTheThreadsHandler() {
    List<Throwable> hooked = collectErrors();
    List<Throwable> uncaught = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    Error failure = new AssertionError("on purpose");
    Disposable task =
        scheduler.scheduleDirect(
            () -> {
              throw failure;
            },
            1,
            SECONDS);
    clock.advance(Duration.ofSeconds(1));
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertThat(hooked)
        .singleElement()
        .isInstanceOf(UndeliverableException.class)
        .extracting(Throwable::getCause)
        .isSameAs(failure);
    assertThat(uncaught).isEmpty();
    assertThat(task.isDisposed()).isTrue();
  }

  @Test
  void onSchedule_isCalledOnceASubmissionOnTheCallersThread() {
    AtomicInteger calls = new AtomicInteger();
    Thread caller = Thread.currentThread();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          assertThat(Thread.currentThread()).isSameAs(caller);
          calls.incrementAndGet();
          return task;
        });
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.scheduleDirect(() -> {});
    scheduler.scheduleDirect(() -> {}, 1, SECONDS);
    scheduler.schedulePeriodicallyDirect(() -> {}, 1, 1, SECONDS);
    worker.schedule(() -> {});
    worker.schedule(() -> {}, 1, SECONDS);
    worker.schedulePeriodically(() -> {}, 1, 1, SECONDS);
    clock.advance(Duration.ofSeconds(10));
    assertThat(calls).hasValue(6);
  }

  @Test
  void onSchedule_wrapper_isWhatRuns() {
    RxJavaPlugins.setScheduleHandler(
        task ->
            () -> {
              ran.add("before");
              task.run();
            });
    scheduler.scheduleDirect(() -> ran.add("task"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("before", "task");
  }

  @Test
  void getWrappedRunnable_isWhatWasSubmittedUntilItIsDropped() {
    Runnable run = () -> ran.add("task");
    Disposable task = scheduler.scheduleDirect(run, 1, SECONDS);
    Disposable periodic = scheduler.schedulePeriodicallyDirect(run, 1, 1, SECONDS);
    assertThat(((SchedulerRunnableIntrospection) task).getWrappedRunnable()).isSameAs(run);
    assertThat(((SchedulerRunnableIntrospection) periodic).getWrappedRunnable()).isSameAs(run);
    task.dispose();
    assertThat(((SchedulerRunnableIntrospection) task).getWrappedRunnable())
        .isNotNull()
        .isNotSameAs(run);
  }

  @Test
  void shutdown_ofAView_refusesSilentlyAndDropsButLeavesTheTimer() {
    List<Throwable> errors = collectErrors();
    Disposable pending = scheduler.scheduleDirect(() -> ran.add("dropped"), 1, SECONDS);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.shutdown();
    scheduler.shutdown();
    assertRefused(scheduler.scheduleDirect(() -> {}));
    assertRefused(scheduler.scheduleDirect(() -> {}, 1, SECONDS));
    assertRefused(scheduler.schedulePeriodicallyDirect(() -> {}, 1, 1, SECONDS));
    assertRefused(worker.schedule(() -> {}));
    assertRefused(scheduler.createWorker().schedule(() -> {}));
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).isEmpty();
    assertThat(pending.isDisposed()).isTrue();
    WheelScheduler.on(timer).scheduleDirect(() -> ran.add("other view"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).containsExactly("other view");
    assertThat(errors).isEmpty();
  }

  @Test
  void shutdown_ofItsOwnTimer_dropsAllAndStartMakesItUsableAgain() throws Exception {
    WheelScheduler own = WheelScheduler.create();
    Disposable pending = own.scheduleDirect(() -> ran.add("dropped"), 1, DAYS);
    own.shutdown();
    assertThat(pending.isDisposed()).isTrue();
    assertRefused(own.scheduleDirect(() -> {}));
    own.start();
    own.start();
    CountDownLatch again = new CountDownLatch(1);
    own.scheduleDirect(again::countDown, 1, MILLISECONDS);
    assertThat(again.await(10, SECONDS)).isTrue();
    own.shutdown();
  }

  @Test
  void schedule_onAStoppedTimer_isRefusedAndReported() {
    List<Throwable> errors = collectErrors();
    timer.stop();
    assertRefused(scheduler.scheduleDirect(() -> {}, 1, SECONDS));
    assertRefused(scheduler.createWorker().schedule(() -> {}, 1, SECONDS));
    assertThat(errors).hasSize(2).allMatch(e -> e.getCause() instanceof RejectedExecutionException);
  }

  @Test
  void dispose_runningOnAnotherThread_interruptsItAndNotTheNext() throws Exception {
    WheelScheduler real = WheelScheduler.create();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Disposable task =
        real.scheduleDirect(
            () -> {
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
            },
            1,
            MILLISECONDS);
    assertThat(running.await(10, SECONDS)).isTrue();
    assertThat(task.isDisposed()).isFalse();
    task.dispose();
    assertThat(interrupted.await(10, SECONDS)).isTrue();
    assertThat(task.isDisposed()).isTrue();
    AtomicBoolean leaked = new AtomicBoolean();
    CountDownLatch after = new CountDownLatch(200);
    for (int i = 0; i < 200; i++) {
      real.scheduleDirect(
          () -> {
            if (Thread.currentThread().isInterrupted()) {
              leaked.set(true);
            }
            after.countDown();
          });
    }
    assertThat(after.await(10, SECONDS)).isTrue();
    assertThat(leaked).isFalse();
    real.shutdown();
  }

  @Test
  void schedule_runsOnVirtualThreads() throws Exception {
    WheelScheduler real = WheelScheduler.create();
    AtomicBoolean virtual = new AtomicBoolean();
    CountDownLatch done = new CountDownLatch(1);
    real.scheduleDirect(
        () -> {
          virtual.set(Thread.currentThread().isVirtual());
          done.countDown();
        },
        1,
        MILLISECONDS);
    assertThat(done.await(10, SECONDS)).isTrue();
    assertThat(virtual).isTrue();
    real.shutdown();
  }

  @Test
  void toString_saysNameAndState() {
    assertThat(scheduler.toString()).contains("WheelScheduler").contains("loomwheel");
    Disposable task = scheduler.scheduleDirect(() -> {}, 1, SECONDS);
    assertThat(task.toString()).contains("pending");
  }

  @Test
  void schedule_null_saysWhat() {
    assertThatThrownBy(() -> scheduler.scheduleDirect(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("run is null");
    assertThatThrownBy(() -> WheelScheduler.on(null)).hasMessage("timer is null");
  }

  private static void assertRefused(Disposable returned) {
    assertThat(returned).isSameAs(Disposable.disposed());
  }

  private static List<Throwable> collectErrors() {
    List<Throwable> errors = new ArrayList<>();
    RxJavaPlugins.setErrorHandler(errors::add);
    return errors;
  }
}
