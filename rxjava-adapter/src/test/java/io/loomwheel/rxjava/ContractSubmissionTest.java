package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loomwheel.contract.Memory;
import io.loomwheel.contract.SubmissionContract;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.rxjava.RxWheelWorker.RxWorkerTask;
import io.loomwheel.rxjava.WheelScheduler.RxTask;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.SchedulerRunnableIntrospection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;

/**
 * What RxJava's contract demands of a submission: items 4, 5, 8, 9, 11, 23 to 26 and 28. Inherited:
 *
 * <pre>
 *   item04  schedule_fromManyThreads_losesNothing
 *   item05  schedule_delayNotPositiveOrHuge_isAtOnceOrNever, schedule_shorterThanATick_isNeverEarly,
 *           schedule_onARealClock_isNeverEarly
 *   item09  dispose_pending_neverRunsAndLeavesTheWheel, dispose_betweenHandingOverAndTheRun_neverRuns
 *   item11  isDisposed_falsePendingAndRunning_trueOnceDoneOrDisposed,
 *           isDisposed_ofATaskThatThrew_isTrue
 *   item26  schedule_fromManyThreads_losesNothing
 *   item28  schedule_runsOnThreadsOfTheRelay, schedule_whatBlocks_holdsUpNobody
 * </pre>
 */
@OnEveryWay
class ContractSubmissionTest extends SubmissionContract {
  private final RxEcosystem rxs = (RxEcosystem) ecosystem;

  private static final int TIMES = 200_000;

  /** What the slots of the wheel grow by, and the JVM itself now and then. */
  private static final long AMORTISED = 4;

  private final WheelScheduler rx = rxs.scheduler(timer);
  private final Scheduler.Worker worker = rx.createWorker();

  ContractSubmissionTest(Way way) {
    super(new RxEcosystem(way));
  }

  @Test
  void item04_submission_allocatesTheTaskAlone_andNoWorker() {
    Runnable nothing = () -> {};
    long task = ClassLayout.parseClass(RxTask.class).instanceSize();
    long period = 32; // a record, which JOL can't measure
    assertThat(bytesEach(() -> rx.scheduleDirect(nothing, 1, DAYS).dispose()))
        .isBetween(task, task + AMORTISED);
    assertThat(bytesEach(() -> rx.schedulePeriodicallyDirect(nothing, 1, 1, DAYS).dispose()))
        .isGreaterThan(task)
        .isLessThanOrEqualTo(task + period + AMORTISED);
    long ofWorker = ClassLayout.parseClass(RxWorkerTask.class).instanceSize();
    assertThat(bytesEach(() -> worker.schedule(nothing, 1, DAYS).dispose()))
        .isBetween(ofWorker, ofWorker + AMORTISED);
  }

  private static long bytesEach(Runnable submission) {
    return Memory.allocatedBy(
            () -> {
              for (int i = 0; i < TIMES; i++) {
                submission.run();
              }
            })
        / TIMES;
  }

  @Test
  void item08_now_isTheTimeOfDay_ofWorkersToo() {
    Scheduler ticking = RxEcosystem.of(real);
    long before = System.currentTimeMillis();
    assertThat(ticking.now(MILLISECONDS)).isBetween(before, before + 60_000);
    assertThat(ticking.createWorker().now(MILLISECONDS)).isBetween(before, before + 60_000);
    assertThat(ticking.now(SECONDS)).isBetween(before / 1000, before / 1000 + 60);
  }

  @Test
  void item23_onSchedule_onceOnEveryPath_onTheCallersThread_withWhatWasSubmitted() {
    List<Runnable> hooked = new ArrayList<>();
    Thread caller = Thread.currentThread();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          assertThat(Thread.currentThread()).isSameAs(caller);
          hooked.add(task);
          return task;
        });
    List<Runnable> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      tasks.add(() -> ran.add("task " + number));
    }
    rx.scheduleDirect(tasks.get(0));
    rx.scheduleDirect(tasks.get(1), 0, SECONDS);
    rx.scheduleDirect(tasks.get(2), 1, SECONDS);
    rx.schedulePeriodicallyDirect(tasks.get(3), 1, 1, SECONDS);
    worker.schedule(tasks.get(4));
    worker.schedule(tasks.get(5), 0, SECONDS);
    worker.schedule(tasks.get(6), 1, SECONDS);
    worker.schedulePeriodically(tasks.get(7), 1, 1, SECONDS);
    clock.advance(Duration.ofSeconds(10));
    assertThat(hooked).isEqualTo(tasks);
    assertThat(ran).hasSize(6 + 2 * 10);
  }

  @Test
  void item23_onSchedule_whatItReturnsIsWhatRuns() {
    RxJavaPlugins.setScheduleHandler(
        task ->
            () -> {
              ran.add("before");
              task.run();
            });
    rx.scheduleDirect(() -> ran.add("task"), 1, SECONDS);
    worker.schedule(() -> ran.add("of a Worker"), 2, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).containsExactly("before", "task", "before", "of a Worker");
  }

  @Test
  void item23_onSchedule_thatReturnsNull_isRefused_andNothingIsLeft() {
    RxJavaPlugins.setScheduleHandler(task -> null);
    Runnable task = () -> ran.add("task");
    List<ThrowingCallable> submissions =
        List.of(
            () -> rx.scheduleDirect(task, 1, SECONDS),
            () -> rx.schedulePeriodicallyDirect(task, 1, 1, SECONDS),
            () -> worker.schedule(task),
            () -> worker.schedule(task, 1, SECONDS),
            () -> worker.schedulePeriodically(task, 1, 1, SECONDS));
    assertThat(submissions)
        .allSatisfy(
            submission ->
                assertThatNullPointerException()
                    .isThrownBy(submission)
                    .withMessage("the handler of onSchedule returned null"));
    assertThat(rx).asString().contains("0 tasks");
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(worker.isDisposed()).isFalse();
  }

  @Test
  void item23_nullRunnableOrUnit_isRefusedByName() {
    List<ThrowingCallable> withoutRun =
        List.of(
            () -> rx.scheduleDirect(null),
            () -> rx.scheduleDirect(null, 1, SECONDS),
            () -> rx.schedulePeriodicallyDirect(null, 1, 1, SECONDS),
            () -> worker.schedule(null),
            () -> worker.schedule(null, 1, SECONDS),
            () -> worker.schedulePeriodically(null, 1, 1, SECONDS));
    assertThat(withoutRun)
        .allSatisfy(
            submission ->
                assertThatNullPointerException().isThrownBy(submission).withMessage("run is null"));
    assertThatNullPointerException().isThrownBy(() -> rx.scheduleDirect(() -> {}, 0, null));
    assertThatNullPointerException().isThrownBy(() -> worker.schedule(() -> {}, 0, null));
  }

  @Test
  void item24_getWrappedRunnable_isWhatTheHookReturned_andDoesNothingAfterDispose() {
    Runnable hooked = () -> ran.add("hooked");
    RxJavaPlugins.setScheduleHandler(task -> hooked);
    for (Disposable task :
        List.of(
            rx.scheduleDirect(() -> {}, 1, SECONDS),
            rx.schedulePeriodicallyDirect(() -> {}, 1, 1, SECONDS))) {
      SchedulerRunnableIntrospection wrapped = (SchedulerRunnableIntrospection) task;
      assertThat(wrapped.getWrappedRunnable()).isSameAs(hooked);
      task.dispose();
      Runnable after = wrapped.getWrappedRunnable();
      assertThat(after).isNotNull().isNotSameAs(hooked);
      after.run();
    }
    assertThat(ran).isEmpty();
  }

  @Test
  void item25_toString_saysWhatIsRunning_ofTasksAndSchedulers() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    WheelScheduler named = WheelScheduler.builder().name("orders").build();
    CountDownLatch mayEnd = new CountDownLatch(1);
    Disposable task =
        named.scheduleDirect(
            () -> {
              block(running, interrupted);
              Waiting.forLatch(mayEnd);
            });
    await(running);
    assertThat(task).asString().contains("running on VirtualThread");
    assertThat(named).hasToString("WheelScheduler(orders, 1 tasks)");
    task.dispose();
    assertThat(task).asString().contains("interrupt");
    mayEnd.countDown();
    named.shutdown();
    assertThat(named).hasToString("WheelScheduler(orders, shut down)");
    assertThat(rx.scheduleDirect(() -> {}, 1, SECONDS)).asString().contains("pending");
    assertThat(worker).asString().contains("0 tasks");
    worker.dispose();
    assertThat(worker).asString().contains("disposed");
  }
}
