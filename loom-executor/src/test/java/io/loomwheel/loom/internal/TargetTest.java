package io.loomwheel.loom.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.ManualTarget.Answer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks of a scheduler that run on another one: in batches, one by one, and while it is full. */
class TargetTest {
  /** Tasks that a thread runs before it goes to the end of the target's queue. */
  private static final int MOST = 128;

  private final ManualClock clock = new ManualClock();
  private final ManualExecutor firing = new ManualExecutor();
  private final RecordedLibrary library = new RecordedLibrary();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).taskExecutor(firing).build();
  private final List<String> ran = new ArrayList<>();
  private final List<Task> tasks = new ArrayList<>();

  TargetTest() {
    firing.runInside(true);
  }

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  private ManualTarget target(int threads, boolean mayBeFull) {
    return new ManualTarget(library, timer, threads, mayBeFull);
  }

  private SchedulerTaskOwner on(Target target) {
    return new SchedulerTaskOwner(library, timer, false, target, true);
  }

  private Task submit(SchedulerTaskOwner to, String name, long delayNanos) {
    return submit(to, () -> ran.add(name), delayNanos);
  }

  private Task submit(SchedulerTaskOwner to, Runnable action, long delayNanos) {
    Task task = new Task(to, action) {};
    tasks.add(task);
    assertThat(to.arm(task, delayNanos)).isTrue();
    return task;
  }

  private void passTo(long nanos) {
    clock.advanceTo(nanos);
  }

  private void assertIdle(SchedulerTaskOwner of) {
    assertThat(of.running()).as("running").isZero();
    assertThat(of.size()).as("size").isZero();
    assertThat(timer.pendingTimeouts()).as("pending").isZero();
  }

  // --- one by one ---

  @Test
  void dueTasks_areGivenOneByOne() {
    ManualTarget target = target(0, false);
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    passTo(10);
    assertThat(target.waiting()).isEqualTo(2);
    target.runAll();
    assertThat(ran).containsExactly("a", "b");
    assertIdle(scheduler);
  }

  /** The scheduler calls hooks of the user. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void dueTasks_areGivenByAThreadThatFires_notByTheDriver(int targetsThreads) {
    firing.runInside(false);
    WheelTimer real = WheelTimer.builder().taskExecutor(firing).build();
    ManualTarget target = new ManualTarget(library, real, targetsThreads, false);
    SchedulerTaskOwner scheduler = new SchedulerTaskOwner(library, real, true, target, true);
    submit(scheduler, "a", 1);
    submit(scheduler, "b", 1);
    while (real.pendingTimeouts() > 0 || firing.waiting() < (targetsThreads == 0 ? 2 : 1)) {
      LockSupport.parkNanos(100_000);
    }
    assertThat(target.offers).isZero();
    firing.runAll();
    target.runAll();
    assertThat(ran).containsExactlyInAnyOrder("a", "b");
    scheduler.close();
  }

  @Test
  void submit_withoutDelay_isGivenAtOnce() {
    ManualTarget target = target(0, false);
    SchedulerTaskOwner scheduler = on(target);
    firing.runInside(false);
    submit(scheduler, "a", 0);
    assertThat(target.waiting()).isOne();
    target.runAll();
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource(
      value = Answer.class,
      names = {"REFUSES", "REJECTS"})
  void refusedTask_isWithdrawn(Answer answer) {
    ManualTarget target = target(0, false);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = answer;
    Task now = submit(scheduler, "now", 0);
    Task later = submit(scheduler, "later", 10);
    passTo(10);
    assertThat(now.isWithdrawn()).isTrue();
    assertThat(later.isWithdrawn()).isTrue();
    assertThat(library.failures).hasSize(answer == Answer.REJECTS ? 2 : 0);
    assertIdle(scheduler);
  }

  @Test
  void hookThatFails_isReported_andTheTaskRunsElsewhere() {
    ManualTarget target = target(0, false);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.THROWS;
    submit(scheduler, "later", 10);
    passTo(10);
    assertThat(library.failures).containsExactly("hook, on purpose");
    while (scheduler.size() > 0) { // on a fresh thread
      Thread.onSpinWait();
    }
    assertThat(ran).containsExactly("later");
  }

  // --- in batches ---

  @Test
  void batch_runsInOneGo_inOrder() {
    ManualTarget target = target(1, false);
    SchedulerTaskOwner scheduler = on(target);
    for (int i = 0; i < 5; i++) {
      submit(scheduler, "task " + i, 10 + i);
    }
    passTo(20);
    target.keepOne();
    target.runNext();
    assertThat(ran).containsExactly("task 0", "task 1", "task 2", "task 3", "task 4");
    assertThat(target.waiting()).isZero();
    submit(scheduler, "later", 10);
    passTo(40);
    target.runNext();
    assertThat(ran).endsWith("later");
    assertIdle(scheduler);
  }

  @Test
  void longBatch_goesToTheEndOfTheTargetsQueue() {
    ManualTarget target = target(1, false);
    SchedulerTaskOwner scheduler = on(target);
    for (int i = 0; i <= MOST; i++) {
      submit(scheduler, "task", 10);
    }
    passTo(10);
    target.keepOne();
    target.runNext();
    assertThat(ran).hasSize(MOST);
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(ran).hasSize(MOST + 1);
    assertIdle(scheduler);
  }

  @Test
  void batch_isSharedByTheThreadsOfTheTarget_andNotMore() {
    ManualTarget target = target(2, false);
    SchedulerTaskOwner scheduler = on(target);
    List<Integer> waiting = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      submit(
          scheduler,
          () -> {
            waiting.add(target.waiting());
            if (target.waiting() > 0 && waiting.size() == 1) {
              target.runNext(); // as the second thread would
            }
          },
          10);
    }
    passTo(10);
    target.keepOne();
    target.runNext();
    assertThat(waiting).containsExactly(1, 0, 0, 0);
    assertThat(target.waiting()).isZero();
    assertIdle(scheduler);
  }

  @Test
  void taskThatComesWhileAllThreadsTake_isNoHandOver() {
    ManualTarget target = target(1, false);
    SchedulerTaskOwner scheduler = on(target);
    submit(
        scheduler,
        () -> {
          submit(scheduler, "due meanwhile", 5);
          passTo(20);
          assertThat(target.waiting()).isZero();
        },
        10);
    passTo(10);
    target.runNext();
    assertThat(ran).containsExactly("due meanwhile");
    assertThat(library.failures).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void interruptInABatch_staysWithItsTask_andThatOfTheThreadWithTheThread() {
    ManualTarget target = target(1, false);
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, () -> Thread.currentThread().interrupt(), 10);
    submit(scheduler, () -> ran.add("interrupted: " + Thread.currentThread().isInterrupted()), 10);
    passTo(10);
    target.runAll();
    assertThat(ran).containsExactly("interrupted: false");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    submit(scheduler, "next", 10);
    passTo(20);
    Thread.currentThread().interrupt();
    target.runAll();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ran).endsWith("next");
  }

  @ParameterizedTest
  @EnumSource(
      value = Answer.class,
      names = {"REFUSES", "REJECTS"})
  void refusedBatch_isWithdrawn_andTheNextIsOfferedAgain(Answer answer) {
    ManualTarget target = target(1, false);
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    target.answer = answer;
    passTo(10);
    assertThat(tasks).allMatch(Task::isWithdrawn);
    assertIdle(scheduler);
    target.answer = Answer.TAKES;
    submit(scheduler, "c", 10);
    passTo(20);
    target.runAll();
    assertThat(ran).containsExactly("c");
  }

  @Test
  void rejectedBatch_waitsIfTheTargetIsFull() {
    ManualTarget target = target(1, true);
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    target.answer = Answer.REJECTS;
    passTo(10);
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    target.answer = Answer.TAKES;
    clock.advance(Duration.ofMillis(20));
    target.runAll();
    assertThat(ran).containsExactly("a", "b");
    assertIdle(scheduler);
  }

  // --- full ---

  /** Offers until the clock has moved on by some milliseconds. */
  private int offersWithin(ManualTarget target, long millis) {
    int before = target.offers;
    clock.advance(Duration.ofMillis(millis));
    return target.offers - before;
  }

  @Test
  void fullTarget_isProbedWithGrowingPauses_byOneOfThoseThatWait() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    for (int i = 0; i < 100; i++) {
      submit(scheduler, "task " + i, 10);
    }
    passTo(10);
    assertThat(target.offers).as("the first refusal says enough").isOne();
    assertThat(timer.pendingTimeouts()).isEqualTo(100);
    assertThat(offersWithin(target, 10)).isOne(); // after 10 ms
    assertThat(offersWithin(target, 19)).isZero();
    assertThat(offersWithin(target, 1)).isOne(); // after 20 more
    assertThat(offersWithin(target, 40)).isOne();
    assertThat(offersWithin(target, 80)).isOne();
    assertThat(offersWithin(target, 160)).isOne();
    assertThat(offersWithin(target, 159)).isZero();
    assertThat(offersWithin(target, 1)).isOne();
    target.answer = Answer.TAKES;
    assertThat(offersWithin(target, 160)).isEqualTo(100);
    target.runAll();
    assertThat(ran).hasSize(100).startsWith("task 0", "task 1").endsWith("task 99");
    assertIdle(scheduler);
  }

  @Test
  void fullTarget_thatTakesOne_isProbedSoonAgain() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    submit(scheduler, () -> target.answer = Answer.REJECTS, 10);
    submit(scheduler, "b", 10);
    passTo(10);
    clock.advance(Duration.ofMillis(10 + 20 + 40));
    target.answer = Answer.RUNS;
    assertThat(offersWithin(target, 80)).as("the first, which fills it, and the next").isEqualTo(2);
    assertThat(timer.pendingTimeouts()).isOne();
    target.answer = Answer.TAKES;
    assertThat(offersWithin(target, 10)).isOne();
    target.runAll();
    assertThat(ran).containsExactly("b");
    assertIdle(scheduler);
  }

  @Test
  void dueTask_whileOthersWait_goesBehindThem_thoughTheTargetHasRoomAgain() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    submit(scheduler, "a", 10);
    passTo(10);
    target.answer = Answer.TAKES;
    submit(scheduler, "b", 10);
    passTo(20);
    assertThat(target.waiting()).isZero();
    submit(scheduler, "now", 0);
    assertThat(target.waiting()).as("who can be refused is not kept waiting").isOne();
    clock.advance(Duration.ofMillis(10));
    target.runAll();
    assertThat(ran).containsExactly("now", "a", "b");
    submit(scheduler, "c", 10);
    clock.advance(Duration.ofNanos(10));
    assertThat(target.waiting()).as("none waits any more").isOne();
  }

  @Test
  void fullTarget_throwsAtWhoSubmitsWithoutDelay() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    Task task = new Task(scheduler, () -> ran.add("a")) {};
    assertThatThrownBy(() -> scheduler.arm(task, 0))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("full, on purpose");
    assertThat(task.isWithdrawn()).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void targetThatRunsATask_andRejectsItThen_hasRunIt() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.RUNS_AND_REJECTS;
    submit(scheduler, "now", 0);
    submit(scheduler, "later", 10);
    passTo(10);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("now", "later");
    assertIdle(scheduler);
  }

  @Test
  void stoppedTimer_refusesTasksWithoutDelayToo() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    timer.stop();
    Task task = new Task(scheduler, () -> ran.add("a")) {};
    assertThat(scheduler.arm(task, 0)).isFalse();
    assertThat(task.isWithdrawn()).isTrue();
    assertThat(target.offers).isZero();
  }

  @Test
  void taskThatWaits_andIsDisposedOf_isForgotten() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    Task a = submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    passTo(10);
    a.dispose();
    assertThat(timer.pendingTimeouts()).isOne();
    assertThat(scheduler.size()).isOne();
    target.answer = Answer.TAKES;
    assertThat(offersWithin(target, 10)).isOne();
    target.runAll();
    assertThat(ran).containsExactly("b");
    assertIdle(scheduler);
  }

  @Test
  void hookThatFailsAtAProbe_isReported_andTheTaskRunsElsewhere() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    submit(scheduler, "a", 10);
    passTo(10);
    target.answer = Answer.THROWS;
    clock.advance(Duration.ofMillis(10));
    assertThat(library.failures).containsExactly("hook, on purpose");
    while (scheduler.size() > 0) { // on a fresh thread
      Thread.onSpinWait();
    }
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @Test
  void targetThatIsDisposedOf_endsWhatWaitsAndWhatComes() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    submit(scheduler, "a", 10);
    passTo(10);
    target.disposed = true;
    submit(scheduler, "b", 10);
    clock.advance(Duration.ofNanos(10));
    assertThat(tasks.get(1).isDisposed()).isTrue();
    clock.advance(Duration.ofMillis(10));
    assertThat(tasks.get(0).isDisposed()).isTrue();
    assertThat(target.offers).isOne();
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void close_endsWhatWaits_andNothingWaitsAfterwards() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    submit(scheduler, "a", 10);
    passTo(10);
    target.close();
    assertThat(tasks.get(0).isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).as("the probe").isZero();
    submit(scheduler, "b", 10);
    clock.advance(Duration.ofNanos(10));
    assertThat(tasks.get(1).isDisposed()).isTrue();
    assertThat(target.offers).isOne();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void clockThatFailsAsAProbeIsArmed_isReadAgainOnce(int failures) {
    FailingClock failing = new FailingClock();
    WheelTimer other = WheelTimer.builder().clock(failing).build();
    ManualTarget target = new ManualTarget(library, other, 0, true);
    SchedulerTaskOwner scheduler = new SchedulerTaskOwner(library, other, false, target, true);
    target.answer = Answer.REJECTS;
    Task task = submit(scheduler, "a", 10);
    target.asItIsGiven = () -> failing.fail(failures);
    failing.hand.advance(Duration.ofNanos(10));
    target.answer = Answer.TAKES;
    failing.hand.advance(Duration.ofMillis(10));
    target.runAll();
    if (failures == 1) {
      assertThat(ran).containsExactly("a");
    } else {
      assertThat(task.isWithdrawn()).as("none would ask for it again").isTrue();
    }
    assertThat(scheduler.size()).isZero();
    assertThat(other.pendingTimeouts()).isZero();
  }

  @Test
  void stoppedTimer_endsWhatWaits() {
    ManualTarget target = target(0, true);
    SchedulerTaskOwner scheduler = on(target);
    target.answer = Answer.REJECTS;
    submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    passTo(10);
    timer.stop();
    assertThat(tasks).allMatch(Task::isWithdrawn);
    assertThat(ran).isEmpty();
    assertThat(scheduler.size()).isZero();
  }
}
