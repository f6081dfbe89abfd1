package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** What Reactor's contract demands of a submission: items 1 to 9. */
@Timeout(60)
class ContractSubmissionTest {
  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final WheelScheduler real = WheelScheduler.create();
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void tidy() {
    Schedulers.resetOnScheduleHooks();
    Schedulers.resetOnHandleError();
    real.dispose();
  }

  @Test
  void item01_schedule_fromManyThreads_losesNothing() throws Exception {
    int each = 10_000;
    CountDownLatch done = new CountDownLatch(4 * each);
    for (int p = 0; p < 4; p++) {
      Thread.ofPlatform()
          .start(
              () -> {
                for (int i = 0; i < each; i++) {
                  real.schedule(done::countDown, i % 5, MILLISECONDS);
                }
              });
    }
    assertThat(done.await(30, SECONDS)).isTrue();
  }

  @Test
  void item02_schedule_delayNotPositiveOrHuge_isAtOnceOrNever() {
    scheduler.schedule(() -> ran.add("zero"), 0, SECONDS);
    scheduler.schedule(() -> ran.add("least"), Long.MIN_VALUE, DAYS);
    scheduler.schedule(() -> ran.add("never"), Long.MAX_VALUE, NANOSECONDS);
    scheduler.schedule(() -> ran.add("never"), Long.MAX_VALUE, DAYS);
    scheduler.schedulePeriodically(() -> ran.add("once"), 1, Long.MAX_VALUE, DAYS);
    clock.advance(Duration.ofDays(365 * 200));
    assertThat(ran).containsExactly("zero", "least", "once");
  }

  @Test
  void item03_schedule_onARealClock_isNeverEarly() throws Exception {
    AtomicLong after = new AtomicLong();
    CountDownLatch done = new CountDownLatch(1);
    long start = System.nanoTime();
    real.schedule(
        () -> {
          after.set(System.nanoTime() - start);
          done.countDown();
        },
        100,
        MILLISECONDS);
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(after.get()).isGreaterThanOrEqualTo(MILLISECONDS.toNanos(100));
  }

  @Test
  void item04_schedule_ranBeforeItReturned_isDisposedThen() {
    Disposable task = scheduler.schedule(() -> ran.add("task"));
    assertThat(ran).containsExactly("task");
    assertThat(task.isDisposed()).isTrue();
  }

  @Test
  void item05_onSchedule_onceOnEveryPath_onTheCallersThread() {
    List<Thread> callers = new ArrayList<>();
    Schedulers.onScheduleHook(
        "record",
        task -> {
          callers.add(Thread.currentThread());
          return task;
        });
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(() -> {});
    scheduler.schedule(() -> {}, 1, SECONDS);
    scheduler.schedulePeriodically(() -> {}, 0, 1, SECONDS);
    worker.schedule(() -> {});
    worker.schedule(() -> {}, 1, SECONDS);
    worker.schedulePeriodically(() -> {}, 1, 1, SECONDS);
    clock.advance(Duration.ofSeconds(10));
    assertThat(callers).hasSize(6).containsOnly(Thread.currentThread());
  }

  @Test
  void item05_onSchedule_whatTheHookCaptured_isDroppedOnceATaskIsDoneOrCancelled() {
    Scheduler.Worker worker = scheduler.createWorker();
    List<WeakReference<Object>> captured = new ArrayList<>();
    Schedulers.onScheduleHook(
        "capture",
        task -> {
          Object context = new Object();
          captured.add(new WeakReference<>(context));
          return () -> {
            ran.add("with " + context.getClass());
            task.run();
          };
        });
    Disposable done = scheduler.schedule(() -> {}, 1, SECONDS);
    Disposable doneToo = worker.schedule(() -> {}, 1, SECONDS);
    Disposable cancelled = scheduler.schedule(() -> {}, 2, SECONDS);
    Disposable ended = worker.schedulePeriodically(() -> {}, 2, 1, SECONDS);
    cancelled.dispose();
    ended.dispose();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).hasSize(2);
    assertThat(captured).hasSize(4);
    while (!captured.stream().allMatch(context -> context.refersTo(null))) {
      System.gc(); // the bound is that of the class
    }
    assertThat(List.of(done, doneToo, cancelled, ended)).allMatch(Disposable::isDisposed);
  }

  @Test
  void item06_isDisposed_falsePendingAndRunning_trueOnceDoneOrDisposed() {
    AtomicReference<Disposable> self = new AtomicReference<>();
    AtomicBoolean whileRunning = new AtomicBoolean(true);
    self.set(scheduler.schedule(() -> whileRunning.set(self.get().isDisposed()), 1, NANOSECONDS));
    Disposable periodic = scheduler.schedulePeriodically(() -> {}, 1, 1, NANOSECONDS);
    Disposable dropped = scheduler.schedule(() -> {}, 1, SECONDS);
    assertThat(self.get().isDisposed()).isFalse();
    clock.advance(Duration.ofNanos(3));
    assertThat(whileRunning).isFalse();
    assertThat(self.get().isDisposed()).isTrue();
    assertThat(periodic.isDisposed()).isFalse();
    periodic.dispose();
    dropped.dispose();
    dropped.dispose();
    assertThat(periodic.isDisposed()).isTrue();
    assertThat(dropped.isDisposed()).isTrue();
  }

  @Test
  void item07_dispose_fromAnotherThreadInterrupts_fromItsOwnNever() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Disposable blocked = real.schedule(() -> block(running, interrupted));
    assertThat(running.await(30, SECONDS)).isTrue();
    blocked.dispose();
    assertThat(interrupted.await(30, SECONDS)).isTrue();

    AtomicReference<Disposable> self = new AtomicReference<>();
    AtomicBoolean flag = new AtomicBoolean();
    self.set(
        scheduler.schedule(
            () -> {
              self.get().dispose();
              flag.set(Thread.currentThread().isInterrupted());
            },
            1,
            SECONDS));
    clock.advance(Duration.ofSeconds(1));
    assertThat(flag).isFalse();
  }

  @Test
  void item07_dispose_ofATaskThatKeepsItsInterrupt_leavesTheThreadClean() {
    Queue<Runnable> handedOver = new ArrayDeque<>();
    WheelScheduler byHand =
        WheelScheduler.builder().timer(timer).taskExecutor(handedOver::add).build();
    AtomicReference<Disposable> self = new AtomicReference<>();
    self.set(
        byHand.schedule(
            () -> {
              Thread.ofPlatform().start(() -> self.get().dispose());
              while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
              }
            }));
    handedOver.remove().run();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void item07_dispose_leaksNoInterruptIntoTheNextTaskOfAWorker() throws Exception {
    Scheduler.Worker worker = real.createWorker();
    AtomicInteger leaks = new AtomicInteger();
    for (int i = 0; i < 500; i++) {
      CountDownLatch running = new CountDownLatch(1);
      CountDownLatch next = new CountDownLatch(1);
      Disposable first = worker.schedule(running::countDown);
      worker.schedule(
          () -> {
            if (Thread.currentThread().isInterrupted()) {
              leaks.incrementAndGet();
            }
            next.countDown();
          });
      assertThat(running.await(30, SECONDS)).isTrue();
      first.dispose();
      assertThat(next.await(30, SECONDS)).isTrue();
    }
    assertThat(leaks).hasValue(0);
  }

  @Test
  void item08_failure_goesToTheThreadsHandlerAndTheHook_andThePeriodGoesOn() {
    List<Throwable> hooked = new ArrayList<>();
    List<Throwable> uncaught = new ArrayList<>();
    Schedulers.onHandleError((thread, e) -> hooked.add(e));
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    RuntimeException failure = new IllegalStateException("on purpose");
    Runnable failing =
        () -> {
          throw failure;
        };
    scheduler.schedulePeriodically(failing, 1, 1, SECONDS);
    scheduler.createWorker().schedulePeriodically(failing, 1, 1, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertThat(hooked).hasSize(4).containsOnly(failure);
    assertThat(uncaught).hasSize(4).containsOnly(failure);
  }

  @Test
  void item08_hookThatThrows_leavesTheTaskDoneAndTheSchedulerUsable() {
    Schedulers.onHandleError(
        (thread, e) -> {
          throw new IllegalStateException("hook", e);
        });
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
    Disposable task =
        scheduler.schedule(
            () -> {
              throw new IllegalArgumentException("task");
            });
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertThat(task.isDisposed()).isTrue();
    scheduler.disposeGracefully().block(Duration.ofSeconds(30));
  }

  @Test
  void item09_failure_isReportedWithoutASecondOnSchedule() {
    AtomicInteger calls = new AtomicInteger();
    Schedulers.onHandleError((thread, e) -> {});
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
    Schedulers.onScheduleHook(
        "count",
        task -> {
          calls.incrementAndGet();
          return task;
        });
    scheduler.schedule(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertThat(calls).hasValue(1);
  }

  private static void block(CountDownLatch running, CountDownLatch interrupted) {
    running.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
  }
}
