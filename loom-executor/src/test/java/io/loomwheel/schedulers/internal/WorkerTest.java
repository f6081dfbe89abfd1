package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner.OwnerState;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Worker without a target, step by step: its threads run when the test says so. */
class WorkerTest extends OnManualClock {
  private static final int BATCH = 128;

  private final ManualExecutor threads = new ManualExecutor();
  private final SchedulerTaskOwner scheduler = on(threads);
  private final WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
  private final ThreadFailures thread = new ThreadFailures();

  @AfterEach
  void close() {
    thread.close();
    Thread.interrupted();
  }

  private WorkerTask submit(Runnable action, long delayNanos) {
    WorkerTask task = new WorkerTask(worker, action) {};
    assertThat(worker.arm(task, delayNanos)).isTrue();
    return task;
  }

  private WorkerTask submit(String name, long delayNanos) {
    return submit(() -> ran.add(name), delayNanos);
  }

  private WorkerTask submitPeriod(String name, long delayNanos, long periodNanos) {
    return submit(new Periodic(() -> ran.add(name), periodNanos, false), delayNanos);
  }

  private void assertIdle() {
    assertThat(threads.waiting()).as("handed over").isZero();
    assertThat(worker.size()).as("size of the Worker").isZero();
    assertIdle(scheduler);
  }

  // --- hand-overs ---

  @Test
  void submit_isHandedOverOnce_andRunsInOrder() {
    submit("a", 0);
    submit("b", -1);
    assertThat(threads.waiting()).isOne();
    assertThat(scheduler.running()).isOne();
    assertThat(worker.size()).isEqualTo(2);
    threads.runNext();
    assertThat(ran).containsExactly("a", "b");
    assertIdle();
  }

  @Test
  void run_ofADrainThatHasRun_doesNothing() {
    submit("a", 0);
    WorkerDrain drain = Objects.requireNonNull(worker.drain);
    drain.run();
    assertThat(ran).containsExactly("a");
    submit("b", 0);
    drain.run();
    assertThat(ran).containsExactly("a");
    Objects.requireNonNull(worker.drain).run();
    assertThat(ran).containsExactly("a", "b");
    threads.runAll();
    assertIdle();
  }

  @Test
  void run_whileItDrains_doesNothing() {
    submit(
        () -> {
          Objects.requireNonNull(worker.drain).run();
          ran.add("a");
        },
        0);
    submit("b", 0);
    threads.runAll();
    assertThat(ran).containsExactly("a", "b");
    assertIdle();
  }

  @Test
  void batch_isHandedOverToAnotherThread_andNoEarlier() {
    for (int i = 0; i < BATCH; i++) {
      submit("task", 0);
    }
    submit("behind", 0);
    threads.runNext();
    assertThat(ran).hasSize(BATCH).doesNotContain("behind");
    assertThat(threads.waiting()).isOne();
    assertThat(scheduler.running()).isOne();
    threads.runNext();
    assertThat(ran).hasSize(BATCH + 1).endsWith("behind");
    assertIdle();
  }

  @Test
  void batch_executorThatRunsInside_goesOnInTheSameThread() {
    threads.runInside(true);
    List<Integer> depths = new ArrayList<>();
    submit(
        () -> {
          for (int i = 0; i < 3 * BATCH; i++) {
            submit(() -> depths.add(new Throwable().getStackTrace().length), 0);
          }
        },
        0);
    assertThat(depths).hasSize(3 * BATCH).containsOnly(depths.get(0));
    assertIdle();
    submit("later", 0);
    assertThat(ran).endsWith("later");
    assertIdle();
  }

  @Test
  void drain_ofABatchByAnotherThread_mayRunOnThisOneLater() {
    for (int i = 0; i <= 2 * BATCH; i++) {
      submit("task", 0);
    }
    threads.runAll(); // each on this thread, which is no longer inside the one before
    assertThat(ran).hasSize(2 * BATCH + 1);
    assertIdle();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void period_thatThrows_goesOnIfTheLibrarySaysSo(boolean goesOn) {
    if (goesOn) {
      library.goOn();
    }
    submit(
        new Periodic(
            () -> {
              ran.add("run");
              throw new IllegalStateException("on purpose");
            },
            10,
            false),
        10);
    for (int now = 10; now <= 30; now += 10) {
      passTo(now);
      threads.runAll();
    }
    assertThat(ran).hasSize(goesOn ? 3 : 1);
    assertThat(library.failures).containsOnly("on purpose, periodic");
  }

  @Test
  void tasksWithoutDelay_runInTheOrderOfSubmission_thoughTheClockStepsBack() {
    passTo(100);
    submit("a", 0);
    clock.stepBack(10);
    submit("b", 0);
    clock.stepBack(10);
    submitPeriod("c", 0, 1_000);
    submit("d", 0);
    threads.runAll();
    assertThat(ran).containsExactly("a", "b", "c", "d");
  }

  // --- interrupts ---

  @Test
  void interrupt_duringATask_reachesTheThread_butNotTheNextTask() {
    submit(() -> Thread.currentThread().interrupt(), 0);
    submit(() -> ran.add("interrupted: " + Thread.currentThread().isInterrupted()), 0);
    threads.runNext();
    assertThat(ran).containsExactly("interrupted: false");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interrupt_ofTheThreadThatDrains_isThereAgainAfterwards() {
    submit("a", 0);
    Thread.currentThread().interrupt();
    threads.runNext();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ran).containsExactly("a");
  }

  // --- the alarm ---

  @Test
  void delays_waitForOneAlarm_andCountAsPending() {
    submit("30", 30);
    submit("10", 10);
    submit("20", 20);
    assertThat(timer.pendingTimeouts()).isEqualTo(3);
    passTo(9);
    assertThat(threads.waiting()).isZero();
    passTo(10);
    assertThat(threads.waiting()).isOne();
    threads.runNext();
    assertThat(ran).containsExactly("10");
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    passTo(30);
    threads.runNext();
    assertThat(ran).containsExactly("10", "20", "30");
    assertIdle();
  }

  @Test
  void alarm_ofWhatWasDisposedOf_isSetForTheNext() {
    WorkerTask first = submit("10", 10);
    submit("1000", 1000);
    first.dispose();
    assertThat(timer.pendingTimeouts()).isOne();
    passTo(999);
    threads.runAll();
    assertThat(ran).isEmpty();
    passTo(1000);
    threads.runAll();
    assertThat(ran).containsExactly("1000");
    assertIdle();
  }

  /** A stream arms a task for each element, and disposes of it: the alarm need not follow. */
  @ParameterizedTest
  @ValueSource(ints = {700, 800, 801, 5000})
  void alarm_thatIsAnEighthTooEarlyAtMost_isLeft(int delay) {
    submit("first", 700).dispose();
    submit("second", delay);
    passTo(700);
    boolean goesOff = threads.waiting() > 0;
    assertThat(goesOff).isEqualTo(delay <= 800);
    threads.runAll();
    passTo(delay);
    threads.runAll();
    assertThat(ran).containsExactly("second");
    assertIdle();
  }

  @Test
  void alarm_thatRunsTwice_countsOnce() {
    submit("10", 10);
    submit("1000", 1000);
    passTo(10);
    threads.runNextTwice();
    assertThat(ran).containsExactly("10");
    assertThat(timer.pendingTimeouts()).isOne();
    passTo(1000);
    threads.runNextTwice();
    assertThat(ran).containsExactly("10", "1000");
    assertIdle();
  }

  @Test
  void alarm_withNothingLeft_leavesTheWorkerIdle() {
    submit("10", 10).dispose();
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(worker.size()).isZero();
    passTo(100);
    threads.runAll();
    assertIdle();
    submit("now", 0);
    threads.runAll();
    assertThat(ran).containsExactly("now");
  }

  @Test
  void submit_withoutDelay_whileATaskWaits_leavesTheAlarm() {
    submit("100", 100);
    submit("now", 0);
    threads.runAll();
    assertThat(ran).containsExactly("now");
    assertThat(scheduler.running()).isZero();
    passTo(100);
    threads.runAll();
    assertThat(ran).containsExactly("now", "100");
  }

  @Test
  void submit_withDelay_byATask_setsTheAlarmAsTheDrainRests() {
    submit(() -> submit("50", 50), 0);
    threads.runAll();
    assertThat(scheduler.running()).isZero();
    passTo(49);
    assertThat(threads.waiting()).isZero();
    passTo(50);
    threads.runAll();
    assertThat(ran).containsExactly("50");
    assertIdle();
  }

  @Test
  void clock_thatFailsAsTheAlarmGoesOff_isReported_andTheAlarmIsSetAgain() {
    submit("10", 10);
    passTo(10);
    clock.fail(1);
    threads.runAll();
    assertThat(thread.messages).containsExactly("clock, on purpose");
    assertThat(ran).isEmpty();
    pass(Duration.ofMillis(20));
    threads.runAll();
    assertThat(ran).containsExactly("10");
    assertIdle();
  }

  @Test
  void clock_thatFailsInADrain_isReported_andWhatWaitsStillRuns() {
    submit("a", 0);
    submit("far", 1_000_000);
    clock.fail(1);
    threads.runNext();
    assertThat(ran).containsExactly("a");
    assertThat(thread.messages).containsExactly("clock, on purpose");
    assertThat(scheduler.running()).isZero();
    assertThat(worker.size()).isOne();
    submit("b", 0);
    threads.runAll();
    assertThat(ran).containsExactly("a", "b");
    passTo(1_000_000);
    threads.runAll();
    assertThat(ran).containsExactly("a", "b", "far");
    assertIdle();
  }

  @Test
  void clock_thatFailsInADrain_leavesNothingWithoutAnAlarm() {
    submit("a", 0);
    submit("far", 1_000_000);
    clock.fail(1);
    threads.runNext();
    pass(Duration.ofMillis(10)); // the pause
    threads.runAll();
    assertThat(ran).containsExactly("a", "far");
    assertIdle();
  }

  // --- periods ---

  @Test
  void period_ofZero_runsAgainBehindWhatIsDue_andNeverCounts() {
    WorkerTask[] period = new WorkerTask[1];
    period[0] =
        submit(
            new Periodic(
                () -> {
                  ran.add("p" + timer.pendingTimeouts());
                  if (ran.size() > 3) {
                    period[0].dispose();
                  }
                },
                0,
                false),
            0);
    submit(() -> ran.add("once" + timer.pendingTimeouts()), 0);
    threads.runAll();
    assertThat(ran).containsExactly("p0", "once0", "p0", "p0");
    assertIdle();
  }

  @Test
  void period_disposedOfAsItWaits_leavesNothing() {
    WorkerTask period = submitPeriod("p", 0, 10);
    threads.runAll();
    period.dispose();
    assertThat(worker.size()).isZero();
    assertThat(timer.pendingTimeouts()).isZero();
    passTo(100);
    threads.runAll();
    assertThat(ran).containsExactly("p");
    assertIdle();
  }

  // --- sizes ---

  @Test
  void size_countsWhatWaitsAndWhatRuns_butNotOnceThatIsDisposedOf() {
    List<Integer> sizes = new ArrayList<>();
    WorkerTask[] mine = new WorkerTask[1];
    mine[0] =
        submit(
            () -> {
              sizes.add(worker.size());
              mine[0].dispose();
              sizes.add(worker.size());
            },
            0);
    submit("next", 0);
    submit("later", 10);
    assertThat(worker.size()).isEqualTo(3);
    threads.runAll();
    assertThat(sizes).containsExactly(3, 2);
    assertThat(worker.size()).isOne();
  }

  // --- ends ---

  @Test
  void dispose_betweenTheAlarmAndItsRun_leavesNothingPending() {
    submit("10", 10);
    passTo(10);
    assertThat(threads.waiting()).as("the alarm").isOne();
    worker.dispose();
    assertThat(timer.pendingTimeouts()).isZero();
    threads.runAll();
    assertThat(ran).isEmpty();
    assertIdle();
  }

  @Test
  void end_onAThreadThatIsNotTheDriver_disposesAtOnce() {
    firing.runInside(false);
    worker.end();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(firing.waiting()).isZero();
  }

  @Test
  void oneTask_disposesOfTheWorkerAsItEnds() {
    WorkerTaskOwner own = new WorkerTaskOwner(scheduler, true);
    WorkerTask task = new WorkerTask(own, () -> ran.add("one")) {};
    assertThat(own.arm(task, 10)).isTrue();
    assertThat(own.isDisposed()).isFalse();
    passTo(10);
    threads.runAll();
    assertThat(ran).containsExactly("one");
    assertThat(own.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isFalse();
    submit("other", 0);
    threads.runAll();
    assertThat(worker.isDisposed()).isFalse();
    assertIdle();
  }

  @Test
  void drainedScheduler_runsWhatWaitsOnce_andEndsPeriods() {
    submit("10", 10);
    WorkerTask waits = submitPeriod("waits", 20, 20);
    submit(
        () -> {
          scheduler.drain();
          ran.add("drained");
        },
        0);
    WorkerTask due = submitPeriod("due", 0, 20);
    threads.runAll();
    assertThat(ran).containsExactly("drained");
    assertThat(waits.isDisposed()).isTrue();
    assertThat(due.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(worker.mayRun()).isTrue();
    assertThat(library.terminations()).isZero();
    passTo(10);
    threads.runAll();
    assertThat(ran).containsExactly("drained", "10");
    assertThat(library.terminations()).isOne();
    assertThat(scheduler.state()).isEqualTo(OwnerState.TERMINATED);
    assertIdle();
  }

  @Test
  void stoppedTimer_disposesOfTheWorker() {
    WorkerTask waits = submit("10", 10);
    timer.stop();
    assertThat(waits.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertIdle();
    assertThat(worker.arm(new WorkerTask(worker, () -> ran.add("more")) {}, 0)).isFalse();
    assertIdle();
  }

  @Test
  void stoppedTimer_refusesTheTasksOfAWorkerThatHadNone() {
    timer.stop();
    assertThat(worker.isDisposed()).isFalse();
    assertThat(worker.arm(new WorkerTask(worker, () -> ran.add("now")) {}, 0)).isFalse();
    assertThat(worker.arm(new WorkerTask(worker, () -> ran.add("later")) {}, 10)).isFalse();
    threads.runAll();
    assertThat(ran).isEmpty();
    assertThat(scheduler.size()).isZero();
  }

  @Test
  void timerThatStopsBeforeAnAlarmIsSet_disposesOfTheWorker() {
    submit(
        () -> {
          submit("10", 10);
          timer.stop();
        },
        0);
    threads.runAll();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(scheduler.size()).isZero();
    assertThat(ran).isEmpty();
  }

  @Test
  void periodThatStopsItsTimer_isTheLast() {
    submit(new Periodic(timer::stop, 10, false), 0);
    threads.runAll();
    assertThat(worker.isDisposed()).isTrue();
    assertIdle();
  }

  @Test
  void drain_whileItRuns_endsAtOnceThePeriodsThatWait() {
    submitPeriod("period", 1000, 1000);
    submit(
        () -> {
          scheduler.drain();
          ran.add("pending: " + timer.pendingTimeouts());
        },
        0);
    threads.runNext();
    assertThat(ran).containsExactly("pending: 0");
    assertIdle();
  }

  @Test
  void delay_whileItsTaskRuns_isNotPendingAnyMore() {
    submit(() -> ran.add("pending: " + timer.pendingTimeouts()), 10);
    submit("later", 20);
    passTo(10);
    threads.runNext();
    assertThat(ran).containsExactly("pending: 1");
  }

  // --- whose it is ---

  @Test
  void belongsTo_itsSchedulerAlone() {
    SchedulerTaskOwner other = on(threads);
    WorkerTask task = submit("a", 10);
    assertThat(worker.scheduler).isSameAs(scheduler);
    assertThat(task.owner).isSameAs(worker);
    other.close();
    assertThat(task.isDisposed()).isFalse();
    assertThat(worker.mayRun()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void wakeUpThatFails_asTheAlarmIsSet_costsNoTask(int failures) {
    int[] called = new int[1];
    worker
        .engine()
        .onWakeUp(
            () -> {
              if (called[0]++ == 0) {
                submit("another thread's", 5);
              }
              if (called[0] <= failures) {
                throw new IllegalStateException("on purpose");
              }
            });
    if (failures == 1) {
      submit("mine", 10);
    } else {
      assertThatThrownBy(() -> submit("mine", 10)).hasMessage("on purpose");
    }
    passTo(20);
    threads.runAll();
    assertThat(ran)
        .isEqualTo(
            failures == 1 ? List.of("another thread's", "mine") : List.of("another thread's"));
    assertThat(worker.isDisposed()).isFalse();
    assertIdle();
  }

  // --- what ends while another thread is on its way ---

  /** As if that thread had been stopped between its two steps. */
  @Test
  void close_whileAThreadIsAboutToSetTheAlarm_endsTheTasksOfOthers() {
    WorkerAlarm alarm = worker.alarm();
    alarm.isBeingSet = true;
    WorkerTask others = submit("another thread's", 10);
    scheduler.close();
    alarm.isBeingSet = false;
    alarm.set(null, 0, 0);
    assertThat(others.isDisposed()).isTrue();
    assertIdle();
  }

  @Test
  void drain_whileAThreadIsAboutToSetTheAlarm_endsThePeriodsOfOthers() {
    WorkerAlarm alarm = worker.alarm();
    alarm.isBeingSet = true;
    WorkerTask period = submitPeriod("period", 10, 10);
    submit("once", 20);
    scheduler.drain();
    alarm.isBeingSet = false;
    alarm.set(null, 0, 0);
    assertThat(period.isDisposed()).isTrue();
    passTo(20);
    threads.runAll();
    assertThat(ran).containsExactly("once");
    assertIdle();
  }

  @Test
  void dispose_asATaskWithoutDelayIsSubmitted_throwsNothing() throws InterruptedException {
    AtomicReference<WorkerTaskOwner> next = new AtomicReference<>();
    AtomicBoolean over = new AtomicBoolean();
    Thread disposer =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    WorkerTaskOwner made = next.getAndSet(null);
                    if (made != null) {
                      made.dispose();
                    }
                  }
                });
    for (int round = 0; round < 50_000; round++) {
      WorkerTaskOwner made = new WorkerTaskOwner(scheduler, false);
      next.set(made);
      made.arm(new WorkerTask(made, () -> {}) {}, 0);
      threads.runAll();
    }
    over.set(true);
    disposer.join();
    assertIdle(scheduler);
  }

  @Test
  void period_disposedOfAsItIsArmedAgain_makesNothingElseDue_andKeepsNoPermit() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ends = new CountDownLatch(1);
    submit("far", 1_000_000);
    Runnable action =
        () -> {
          begun.countDown();
          assertThatCode(ends::await).doesNotThrowAnyException();
        };
    WorkerTask period = submit(new Periodic(action, 2_000_000, false), 0);
    Thread runner = Thread.ofPlatform().start(threads::runNext);
    begun.await();
    synchronized (worker) {
      ends.countDown();
      while (runner.getState() != Thread.State.BLOCKED) {
        Waiting.spin(); // until it is about to add the next period to the queue
      }
      period.dispose();
    }
    runner.join();
    assertThat(ran).isEmpty();
    assertThat(timer.pendingTimeouts()).isOne();
    worker.dispose();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void dispose_beforeTheDrainBegins_leavesTheRunningOnes_thoughNobodyRunsIt() {
    submit("a", 0);
    worker.dispose();
    assertThat(scheduler.running()).isZero();
    assertThat(scheduler.size()).isZero();
    threads.runAll();
    assertThat(ran).isEmpty();
    assertIdle();
  }

  @Test
  void handedOver_asTheDrainBeforeLeaves_isAmongTheRunning_whenTheyAreMany() throws Exception {
    List<WorkerTaskOwner> crowd = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) { // more than there are cells
      WorkerTaskOwner other = new WorkerTaskOwner(scheduler, false);
      other.arm(new WorkerTask(other, () -> {}) {}, 0);
      crowd.add(other);
    }
    submit("a", 0);
    Thread leaving =
        new Thread(worker.drain) {
          @Override
          public void interrupt() {
            if (ran.contains("a") && scheduler.size() == crowd.size()) {
              submit("b", 0); // the drain has left the Worker idle, and gives the flag back
            }
            super.interrupt();
          }
        };
    leaving.interrupt();
    leaving.start();
    leaving.join();
    assertThat(scheduler.running()).isEqualTo(crowd.size() + 1);
    threads.runAll();
    assertIdle();
  }
}
