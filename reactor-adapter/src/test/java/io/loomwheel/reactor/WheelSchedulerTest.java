package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
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
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Direct scheduling: on a clock that the test moves, and on virtual threads where they matter. */
@Timeout(60)
class WheelSchedulerTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void resetHooks() {
    Schedulers.resetOnScheduleHooks();
    Schedulers.resetOnHandleError();
  }

  @Test
  void schedule_withDelay_runsOnceThenAndNotBefore() {
    Disposable task = scheduler.schedule(() -> ran.add("task"), 5, SECONDS);
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
    scheduler.schedule(() -> ran.add("plain"));
    scheduler.schedule(() -> ran.add("zero"), 0, SECONDS);
    scheduler.schedule(() -> ran.add("negative"), -1, SECONDS);
    assertThat(ran).containsExactly("plain", "zero", "negative");
  }

  @Test
  void schedule_hugeDelay_doesNotOverflow() {
    scheduler.schedule(() -> ran.add("never"), Long.MAX_VALUE, DAYS);
    clock.advance(Duration.ofDays(365 * 200));
    assertThat(ran).isEmpty();
  }

  @Test
  void dispose_pending_neverRunsAndLeavesTheWheel() {
    Disposable task = scheduler.schedule(() -> ran.add("task"), 5, SECONDS);
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
        scheduler.schedulePeriodically(() -> times.add(clock.nanoTime()), 5, 10, NANOSECONDS);
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
    real.schedulePeriodically(runs::countDown, 0, 1, MILLISECONDS);
    assertThat(runs.await(10, SECONDS)).isTrue();
    real.dispose();
  }

  @Test
  void schedulePeriodically_disposedByItself_stops() {
    AtomicReference<Disposable> task = new AtomicReference<>();
    task.set(
        scheduler.schedulePeriodically(
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
  void schedulePeriodically_thatThrows_reportsAndGoesOn() {
    List<Throwable> errors = collectErrors();
    scheduler.schedulePeriodically(
        () -> {
          ran.add("run");
          throw new IllegalStateException("on purpose");
        },
        10,
        10,
        NANOSECONDS);
    clock.advance(Duration.ofNanos(30));
    assertThat(ran).hasSize(3);
    assertThat(errors).hasSize(3).allMatch(IllegalStateException.class::isInstance);
  }

  @Test
  void schedule_thatThrows_goesOnceToTheHookAndToTheThreadsHandler() {
    List<Throwable> hooked = collectErrors();
    List<Throwable> uncaught = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    Error failure = new AssertionError("on purpose");
    Disposable task =
        scheduler.schedule(
            () -> {
              throw failure;
            },
            1,
            SECONDS);
    clock.advance(Duration.ofSeconds(1));
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertThat(hooked).containsExactly(failure);
    assertThat(uncaught).containsExactly(failure);
    assertThat(task.isDisposed()).isTrue();
  }

  @Test
  void onSchedule_isCalledOnceASubmissionOnTheCallersThread() {
    AtomicInteger calls = new AtomicInteger();
    Thread caller = Thread.currentThread();
    Schedulers.onScheduleHook(
        "count",
        task -> {
          assertThat(Thread.currentThread()).isSameAs(caller);
          calls.incrementAndGet();
          return task;
        });
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(() -> {});
    scheduler.schedule(() -> {}, 1, SECONDS);
    scheduler.schedulePeriodically(() -> {}, 1, 1, SECONDS);
    worker.schedule(() -> {});
    worker.schedule(() -> {}, 1, SECONDS);
    worker.schedulePeriodically(() -> {}, 1, 1, SECONDS);
    clock.advance(Duration.ofSeconds(10));
    assertThat(calls).hasValue(6);
  }

  @Test
  void onSchedule_wrapper_isWhatRuns() {
    Schedulers.onScheduleHook(
        "wrap",
        task ->
            () -> {
              ran.add("before");
              task.run();
            });
    scheduler.schedule(() -> ran.add("task"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("before", "task");
  }

  @Test
  void dispose_ofAView_rejectsAndDropsButLeavesTheTimer() {
    Disposable pending = scheduler.schedule(() -> ran.add("dropped"), 1, SECONDS);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.dispose();
    scheduler.dispose();
    assertThat(scheduler.isDisposed()).isTrue();
    assertRejected(() -> scheduler.schedule(() -> {}));
    assertRejected(() -> scheduler.schedule(() -> {}, 1, SECONDS));
    assertRejected(() -> scheduler.schedulePeriodically(() -> {}, 1, 1, SECONDS));
    assertRejected(() -> worker.schedule(() -> {}));
    assertRejected(() -> scheduler.createWorker().schedule(() -> {}));
    assertThatThrownBy(scheduler::init).isInstanceOf(IllegalStateException.class);
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).isEmpty();
    assertThat(pending.isDisposed()).isTrue();
    WheelScheduler.on(timer).schedule(() -> ran.add("other view"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).containsExactly("other view");
  }

  @Test
  void dispose_ofItsOwnTimer_dropsAllAndRejects() {
    WheelScheduler own = WheelScheduler.create();
    Disposable pending = own.schedule(() -> ran.add("dropped"), 1, DAYS);
    own.init();
    own.dispose();
    assertThat(pending.isDisposed()).isTrue();
    assertRejected(() -> own.schedule(() -> {}));
  }

  @Test
  void schedule_onAStoppedTimer_isRejected() {
    timer.stop();
    assertRejected(() -> scheduler.schedule(() -> {}, 1, SECONDS));
    assertRejected(() -> scheduler.createWorker().schedule(() -> {}, 1, SECONDS));
  }

  @Test
  void dispose_runningOnAnotherThread_interruptsItAndNotTheNext() throws Exception {
    WheelScheduler real = WheelScheduler.create();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Disposable task =
        real.schedule(
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
      real.schedule(
          () -> {
            if (Thread.currentThread().isInterrupted()) {
              leaked.set(true);
            }
            after.countDown();
          });
    }
    assertThat(after.await(10, SECONDS)).isTrue();
    assertThat(leaked).isFalse();
    real.dispose();
  }

  @Test
  void schedule_runsOnVirtualThreads() throws Exception {
    WheelScheduler real = WheelScheduler.create();
    AtomicBoolean virtual = new AtomicBoolean();
    CountDownLatch ran = new CountDownLatch(1);
    real.schedule(
        () -> {
          virtual.set(Thread.currentThread().isVirtual());
          ran.countDown();
        },
        1,
        MILLISECONDS);
    assertThat(ran.await(10, SECONDS)).isTrue();
    assertThat(virtual).isTrue();
    real.dispose();
  }

  @Test
  void scan_saysNameStateAndLoad() {
    scheduler.schedule(() -> {}, 1, SECONDS);
    Scannable scan = Scannable.from(scheduler);
    assertThat(scan.isScanAvailable()).isTrue();
    assertThat(scan.name()).contains("WheelScheduler").contains("loomwheel");
    assertThat(scan.scan(Scannable.Attr.TERMINATED)).isFalse();
    assertThat(scan.scan(Scannable.Attr.BUFFERED)).isEqualTo(1);
    scheduler.dispose();
    assertThat(scan.scan(Scannable.Attr.TERMINATED)).isTrue();
  }

  @Test
  void schedule_null_saysWhat() {
    assertThatThrownBy(() -> scheduler.schedule(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("task");
    assertThatThrownBy(() -> WheelScheduler.on(null)).hasMessage("timer");
  }

  private static void assertRejected(Runnable submission) {
    assertThatThrownBy(submission::run).isInstanceOf(RejectedExecutionException.class);
  }

  private static List<Throwable> collectErrors() {
    List<Throwable> errors = new ArrayList<>();
    Schedulers.onHandleError((thread, e) -> errors.add(e));
    return errors;
  }
}
