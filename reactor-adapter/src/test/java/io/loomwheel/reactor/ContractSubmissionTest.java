package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loomwheel.contract.SubmissionContract;
import io.loomwheel.hangwatch.Waiting;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * What Reactor's contract demands of a submission: items 1 to 6, 8 and 9. Inherited:
 *
 * <pre>
 *   item01  schedule_fromManyThreads_losesNothing
 *   item02  schedule_delayNotPositiveOrHuge_isAtOnceOrNever
 *   item03  schedule_onARealClock_isNeverEarly, schedule_shorterThanATick_isNeverEarly,
 *           schedule_withDelay_runsOnceThenAndNotBefore
 *   item06  isDisposed_falsePendingAndRunning_trueOnceDoneOrDisposed,
 *           dispose_pending_neverRunsAndLeavesTheWheel, dispose_betweenHandingOverAndTheRun_neverRuns
 * </pre>
 */
class ContractSubmissionTest extends SubmissionContract {
  private final WheelScheduler wheel = WheelScheduler.on(timer);

  ContractSubmissionTest() {
    super(new ReactorEcosystem());
  }

  @Test
  void item04_schedule_ranBeforeItReturned_isDisposedThen() {
    Disposable task = wheel.schedule(() -> ran.add("task"));
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
    Scheduler.Worker worker = wheel.createWorker();
    wheel.schedule(() -> {});
    wheel.schedule(() -> {}, 1, SECONDS);
    wheel.schedulePeriodically(() -> {}, 0, 1, SECONDS);
    worker.schedule(() -> {});
    worker.schedule(() -> {}, 1, SECONDS);
    worker.schedulePeriodically(() -> {}, 1, 1, SECONDS);
    clock.advance(Duration.ofSeconds(10));
    assertThat(callers).hasSize(6).containsOnly(Thread.currentThread());
  }

  @Test
  void item05_onSchedule_thatReturnsNull_isRefused_andNothingIsLeft() {
    Schedulers.onScheduleHook("null", task -> null);
    Scheduler.Worker worker = wheel.createWorker();
    Runnable task = () -> ran.add("task");
    List<ThrowingCallable> submissions =
        List.of(
            () -> wheel.schedule(task),
            () -> wheel.schedule(task, 1, SECONDS),
            () -> wheel.schedulePeriodically(task, 1, 1, SECONDS),
            () -> worker.schedule(task),
            () -> worker.schedule(task, 1, SECONDS),
            () -> worker.schedulePeriodically(task, 1, 1, SECONDS));
    assertThat(submissions)
        .allSatisfy(
            submission ->
                assertThatNullPointerException()
                    .isThrownBy(submission)
                    .withMessage("a hook of onSchedule returned null"));
    assertThat(wheel.scan(Scannable.Attr.BUFFERED)).isZero();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void item05_onSchedule_whatTheHookCaptured_isDroppedOnceATaskIsDoneOrCancelled() {
    Scheduler.Worker worker = wheel.createWorker();
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
    Disposable done = wheel.schedule(() -> {}, 1, SECONDS);
    Disposable doneToo = worker.schedule(() -> {}, 1, SECONDS);
    Disposable cancelled = wheel.schedule(() -> {}, 2, SECONDS);
    Disposable ended = worker.schedulePeriodically(() -> {}, 2, 1, SECONDS);
    cancelled.dispose();
    ended.dispose();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).hasSize(2);
    assertThat(captured).hasSize(4).allMatch(Waiting::isCollected);
    assertThat(List.of(done, doneToo, cancelled, ended)).allMatch(Disposable::isDisposed);
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
    wheel.schedulePeriodically(failing, 1, 1, SECONDS);
    wheel.createWorker().schedulePeriodically(failing, 1, 1, SECONDS);
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
        wheel.schedule(
            () -> {
              throw new IllegalArgumentException("task");
            });
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertThat(task.isDisposed()).isTrue();
    wheel.disposeGracefully().block(Duration.ofSeconds(30));
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
    wheel.schedule(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    Thread.currentThread().setUncaughtExceptionHandler(null);
    assertThat(calls).hasValue(1);
  }
}
