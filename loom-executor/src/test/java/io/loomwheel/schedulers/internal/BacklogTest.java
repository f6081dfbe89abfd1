package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.schedulers.internal.ManualTarget.Answer;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is due while the scheduler that is to run it is full. */
class BacklogTest extends OnManualClock {
  private final ManualTarget target = new ManualTarget(library, timer, 0, true);
  private final SchedulerTaskOwner scheduler = on(target);

  BacklogTest() {
    target.answer = Answer.REJECTS;
  }

  /** {@return how often the target was asked while the clock has moved on by some milliseconds} */
  private int offersWithin(long millis) {
    int before = target.offers;
    pass(Duration.ofMillis(millis));
    return target.offers - before;
  }

  @Test
  void fullTarget_isProbedWithGrowingPauses_byOneOfThoseThatWait() {
    for (int i = 0; i < 100; i++) {
      submit(scheduler, "task " + i, 10);
    }
    passTo(10);
    assertThat(target.offers).as("the first refusal says enough").isOne();
    assertThat(timer.pendingTimeouts()).isEqualTo(100);
    assertThat(offersWithin(10)).isOne(); // after 10 ms
    assertThat(offersWithin(19)).isZero();
    assertThat(offersWithin(1)).isOne(); // after 20 more
    assertThat(offersWithin(40)).isOne();
    assertThat(offersWithin(80)).isOne();
    assertThat(offersWithin(160)).isOne();
    assertThat(offersWithin(159)).isZero();
    assertThat(offersWithin(1)).isOne();
    target.answer = Answer.TAKES;
    assertThat(offersWithin(160)).isEqualTo(100);
    target.runAll();
    assertThat(ran).hasSize(100).startsWith("task 0", "task 1").endsWith("task 99");
    assertIdle(scheduler);
  }

  /** {@return a Worker with a task that is due after 10 ns} */
  private WorkerTaskOwner dueWorker(String name) {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    assertThat(worker.arm(new WorkerTask(worker, () -> ran.add(name)) {}, 10)).isTrue();
    return worker;
  }

  /** Without a delay they need no timer, and a long turn is followed by another. */
  @Test
  void timerIsStoppedWhileItIsFull_whatComesWithoutADelayLaterRuns() {
    submit(scheduler, "waits", 10);
    passTo(10);
    timer.stop();
    target.answer = Answer.TAKES;
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    for (int i = 0; i < 300; i++) {
      String name = "task " + i;
      assertThat(worker.arm(new WorkerTask(worker, () -> ran.add(name)) {}, 0)).isTrue();
    }
    target.runAll();
    assertThat(ran).hasSize(300).doesNotContain("waits").endsWith("task 299");
    assertIdle(scheduler);
  }

  @Test
  void workerOfAFullThread_holdsUpNoOther() {
    dueWorker("blocked");
    passTo(10);
    dueWorker("free");
    submit(scheduler, "any", 10);
    passTo(20);
    target.asItIsGiven =
        () -> target.asItIsGiven = () -> target.answer = Answer.TAKES; // the first one's is full
    pass(Duration.ofMillis(10));
    target.runAll();
    assertThat(ran).containsExactly("free", "any");
    pass(Duration.ofMillis(20));
    target.runAll();
    assertThat(ran).endsWith("blocked");
    assertIdle(scheduler);
  }

  @Test
  void taskThatIsRefused_holdsUpTheOthers() {
    submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    passTo(10);
    target.asItIsGiven = () -> target.asItIsGiven = () -> target.answer = Answer.TAKES;
    pass(Duration.ofMillis(10));
    assertThat(target.waiting()).isZero();
    target.answer = Answer.TAKES;
    pass(Duration.ofMillis(20));
    target.runAll();
    assertThat(ran).containsExactly("a", "b");
    assertIdle(scheduler);
  }

  @Test
  void manyWorkersOfFullThreads_areOfferedAfterLongerPauses() {
    for (int i = 0; i < 5000; i++) {
      dueWorker("worker " + i);
    }
    passTo(10);
    assertThat(target.offers).isOne();
    assertThat(offersWithin(10)).isEqualTo(5000);
    assertThat(offersWithin(49)).as("10 us for each").isZero();
    target.answer = Answer.RUNS;
    assertThat(offersWithin(1)).isEqualTo(5000);
    assertThat(ran).startsWith("worker 0", "worker 1").endsWith("worker 4999");
    assertIdle(scheduler);
  }

  @Test
  void workerThatIsDisposedOf_asItIsOffered_doesNotWaitAnyMore() {
    WorkerTaskOwner worker = dueWorker("never");
    passTo(10);
    target.asItIsGiven = worker::dispose;
    assertThat(offersWithin(10)).isOne();
    assertThat(offersWithin(1000)).isZero();
    assertIdle(scheduler);
  }

  @Test
  void fullTarget_thatTakesOne_isProbedSoonAgain() {
    submit(scheduler, () -> target.answer = Answer.REJECTS, 10);
    submit(scheduler, "b", 10);
    passTo(10);
    pass(Duration.ofMillis(10 + 20 + 40));
    target.answer = Answer.RUNS;
    assertThat(offersWithin(80)).as("the first, which fills it, and the next").isEqualTo(2);
    assertThat(timer.pendingTimeouts()).isOne();
    target.answer = Answer.TAKES;
    assertThat(offersWithin(10)).isOne();
    target.runAll();
    assertThat(ran).containsExactly("b");
    assertIdle(scheduler);
  }

  @Test
  void dueTask_whileOthersWait_goesBehindThem_thoughTheTargetHasRoomAgain() {
    submit(scheduler, "a", 10);
    passTo(10);
    target.answer = Answer.TAKES;
    submit(scheduler, "b", 10);
    passTo(20);
    assertThat(target.waiting()).isZero();
    submit(scheduler, "now", 0);
    assertThat(target.waiting()).as("who can be refused is not kept waiting").isOne();
    pass(Duration.ofMillis(10));
    target.runAll();
    assertThat(ran).containsExactly("now", "a", "b");
    submit(scheduler, "c", 10);
    pass(Duration.ofNanos(10));
    assertThat(target.waiting()).as("none waits any more").isOne();
  }

  @Test
  void fullTarget_throwsAtWhoSubmitsWithoutDelay() {
    Task task = new SchedulerTask(scheduler, () -> ran.add("a")) {};
    assertThatThrownBy(() -> scheduler.arm(task, 0))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("full, on purpose");
    assertThat(task.isWithdrawn()).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void targetThatRunsATask_andRejectsItThen_hasRunIt() {
    target.answer = Answer.RUNS_AND_REJECTS;
    submit(scheduler, "now", 0);
    submit(scheduler, "later", 10);
    passTo(10);
    pass(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("now", "later");
    assertIdle(scheduler);
  }

  @Test
  void close_whileATaskRunsThatWasRefused_givesItsPermitBack() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Task[] task = new Task[1];
    Thread[] thread = new Thread[1];
    target.asItIsGiven =
        () -> {
          thread[0] = Thread.ofPlatform().start(task[0]);
          awaitInterrupted(begun);
        };
    task[0] =
        submit(
            scheduler,
            () -> {
              begun.countDown();
              awaitInterrupted(new CountDownLatch(1));
            },
            10);
    passTo(10);
    assertThat(timer.pendingTimeouts()).isOne();
    scheduler.close();
    thread[0].join();
    assertIdle(scheduler);
  }

  private static void awaitInterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException closed) {
      // its scheduler was closed
    }
  }

  @Test
  void stoppedTimer_refusesDelays_andLeavesTheOthersToTheTarget() {
    target.answer = Answer.TAKES;
    timer.stop();
    Task late = new SchedulerTask(scheduler, () -> ran.add("late")) {};
    assertThat(scheduler.arm(late, 10)).isFalse();
    Task period = new SchedulerTask(scheduler, new Periodic(() -> ran.add("period"), 10, false)) {};
    assertThat(scheduler.arm(period, 0)).isFalse();
    submit(scheduler, "now", 0);
    target.runAll();
    assertThat(ran).containsExactly("now");
    assertIdle(scheduler);
  }

  @Test
  void taskThatWaitsAlready_staysOnce() {
    Task task = submit(scheduler, "a", 10);
    passTo(10);
    target.refused(task);
    assertThat(task.isDisposed()).isFalse();
    assertThat(timer.pendingTimeouts()).isOne();
    target.answer = Answer.TAKES;
    pass(Duration.ofMillis(10));
    target.runAll();
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @Test
  void taskThatWaits_andIsDisposedOf_isForgotten() {
    Task a = submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    passTo(10);
    a.dispose();
    assertThat(timer.pendingTimeouts()).isOne();
    assertThat(scheduler.size()).isOne();
    target.answer = Answer.TAKES;
    assertThat(offersWithin(10)).isOne();
    target.runAll();
    assertThat(ran).containsExactly("b");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void workerThatWaits_whoseLastDueTaskIsDisposedOf_isForgotten(boolean asItIsRefused) {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    WorkerTask due = new WorkerTask(worker, () -> ran.add("due")) {};
    assertThat(worker.arm(due, 10)).isTrue();
    target.asItIsGiven = asItIsRefused ? due::dispose : () -> {};
    passTo(10);
    due.dispose();
    assertThat(scheduler.running()).isZero();
    target.answer = Answer.TAKES;
    assertThat(offersWithin(10)).isZero();
    assertThat(worker.arm(new WorkerTask(worker, () -> ran.add("next")) {}, 10)).isTrue();
    pass(Duration.ofNanos(10));
    target.runAll();
    assertThat(ran).containsExactly("next");
    assertIdle(scheduler);
  }

  @Test
  void fullTarget_onceNoneWaitsAnyMore_isProbedSoonAgain() {
    Task a = submit(scheduler, "a", 10);
    passTo(10);
    pass(Duration.ofMillis(10 + 20));
    a.dispose();
    assertThat(offersWithin(40)).as("the probe finds none").isZero();
    submit(scheduler, "b", 10);
    pass(Duration.ofNanos(10));
    assertThat(offersWithin(10)).isOne();
  }

  @Test
  void hookThatFailsAtAProbe_isReported_andTheTaskRunsElsewhere() throws InterruptedException {
    submit(scheduler, "a", 10);
    passTo(10);
    target.answer = Answer.THROWS;
    pass(Duration.ofMillis(10));
    assertThat(library.failures).containsExactly("hook, on purpose");
    scheduler.drain();
    library.awaitTermination(); // it runs on a fresh thread, which may still be leaving
    assertThat(ran).containsExactly("a");
    assertThat(scheduler.size()).isZero();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void targetThatIsDisposedOf_endsWhatWaitsAndWhatComes() {
    Task a = submit(scheduler, "a", 10);
    passTo(10);
    target.disposed = true;
    Task b = submit(scheduler, "b", 10);
    pass(Duration.ofNanos(10));
    assertThat(b.isDisposed()).isTrue();
    pass(Duration.ofMillis(10));
    assertThat(a.isDisposed()).isTrue();
    assertThat(target.offers).isOne();
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void close_endsWhatWaits_andNothingWaitsAfterwards() {
    Task a = submit(scheduler, "a", 10);
    passTo(10);
    target.close();
    assertThat(a.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).as("the probe").isZero();
    Task b = submit(scheduler, "b", 10);
    pass(Duration.ofNanos(10));
    assertThat(b.isDisposed()).isTrue();
    assertThat(target.offers).as("each was offered once").isEqualTo(2);
    pass(Duration.ofSeconds(1));
    assertThat(target.offers).isEqualTo(2);
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void clockThatFailsAsAProbeIsArmed_costsNothing(int failures) {
    submit(scheduler, "a", 10);
    target.asItIsGiven = () -> clock.fail(failures);
    Throwable ofTheTurn = catchThrowable(() -> passTo(10));
    assertThat(ofTheTurn == null).isEqualTo(failures == 1);
    clock.fail(0);
    target.answer = Answer.TAKES;
    pass(Duration.ofMillis(10));
    submit(scheduler, "b", 10);
    pass(Duration.ofMillis(10));
    target.runAll();
    assertThat(ran).containsExactly("a", "b");
    assertIdle(scheduler);
  }

  /** A task that finds no memory in a set of tasks. */
  private final class Unkept extends SchedulerTask {
    private int shortages;

    Unkept() {
      super(scheduler, () -> ran.add("a"));
    }

    @Override
    public int hashCode() {
      if (shortages > 0) {
        shortages--;
        throw new OutOfMemoryError("on purpose");
      }
      return System.identityHashCode(this);
    }
  }

  @Test
  void taskThatFindsNoMemory_asItIsKept_isKeptLater() {
    Unkept task = new Unkept();
    assertThat(scheduler.arm(task, 10)).isTrue();
    try (ThreadFailures thread = new ThreadFailures()) {
      task.shortages = 1;
      passTo(10);
      assertThat(thread.messages).containsExactly("on purpose");
    }
    pass(Duration.ofMillis(10));
    submit(scheduler, "b", 10);
    assertThat(offersWithin(10)).isPositive();
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    target.answer = Answer.TAKES;
    assertThat(offersWithin(160)).isEqualTo(2);
    target.runAll();
    assertThat(ran).containsExactly("a", "b");
    submit(scheduler, "c", 10);
    pass(Duration.ofMillis(10));
    target.runAll();
    assertThat(ran).hasSize(3);
    assertIdle(scheduler);
  }

  @Test
  void stoppedTimer_endsWhatWaits() {
    Task a = submit(scheduler, "a", 10);
    Task b = submit(scheduler, "b", 10);
    passTo(10);
    timer.stop();
    assertThat(List.of(a, b)).allMatch(Task::isWithdrawn);
    assertThat(ran).isEmpty();
    assertThat(scheduler.size()).isZero();
  }
}
