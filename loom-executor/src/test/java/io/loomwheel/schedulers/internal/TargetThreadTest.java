package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.schedulers.internal.ManualTarget.Answer;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks and Workers of a scheduler on another one of few threads, many in one go. */
class TargetThreadTest extends OnManualClock {
  /** Entries that a thread runs before it goes to the end of the target's queue. */
  private static final int MOST = 128;

  /** What is due for the thread. */
  enum Kind {
    TASK,
    DRAIN
  }

  private final ManualTarget target = new ManualTarget(library, timer, 1, false);
  private final ManualThread thread = target.thread();
  private final SchedulerTaskOwner scheduler = on(target);

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  /** {@return a target whose first threads run others' work} */
  private ManualTarget target(int threads, int busy) {
    ManualTarget target = new ManualTarget(library, timer, threads, false);
    Stream.of(target.threads).limit(busy).forEach(each -> ((ManualThread) each).busy = true);
    return target;
  }

  /** {@return a task that is due after 10 ns: of the scheduler, or of a new Worker} */
  private Task submit(SchedulerTaskOwner to, Kind kind, Runnable action) {
    return kind == Kind.TASK
        ? submit(to, action, 10)
        : submit(new WorkerTaskOwner(to, false), action, 10);
  }

  private WorkerTask submit(WorkerTaskOwner to, Runnable action, long delayNanos) {
    WorkerTask task = new WorkerTask(to, action) {};
    assertThat(to.arm(task, delayNanos)).isTrue();
    return task;
  }

  /** Submits some that are due after 10 ns, each with its number. */
  private List<Task> submit(SchedulerTaskOwner to, Kind kind, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> submit(to, kind, () -> ran.add("task " + i)))
        .toList();
  }

  private boolean isEmpty() {
    return target.shared.size() == 0;
  }

  /** {@return Workers, each with a task of its number that is due after 10 ns} */
  private List<WorkerTaskOwner> workers(int count) {
    return submit(scheduler, Kind.DRAIN, count).stream()
        .map(task -> (WorkerTaskOwner) task.owner)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsDueTogether_isOneHandOver_inOrder(Kind kind) {
    submit(scheduler, kind, 5);
    passTo(10);
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(ran).containsExactly("task 0", "task 1", "task 2", "task 3", "task 4");
    submit(scheduler, kind, () -> ran.add("later"));
    passTo(40);
    target.runNext();
    assertThat(ran).endsWith("later");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void many_goToTheEndOfTheTargetsQueue(Kind kind) {
    submit(scheduler, kind, MOST + 1);
    passTo(10);
    target.runNext();
    assertThat(ran).hasSize(MOST);
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(ran).hasSize(MOST + 1);
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void threadThatFindsMoreThanOneEntry_hasTheNextThreadLookForTheRest_beforeItRuns(Kind kind) {
    ManualTarget target = target(3, 0);
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, kind, () -> ran.add("told " + target.told()));
    submit(scheduler, kind, 2);
    passTo(10);
    assertThat(target.told()).containsExactly(0, 1);
    target.runNext();
    assertThat(ran).hasSize(3).startsWith("told [1, 2]");
    target.runAll();
    assertIdle(scheduler);
  }

  @Test
  void threadThatFindsMoreThanOneEntry_tellsNoOther_ifTheDriverHasToldEnough() {
    ManualTarget target = target(2, 0);
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, Kind.TASK, 3).forEach(task -> target.shared.enter(task, true));
    assertThat(target.shared.sizeToTell()).isEqualTo(3);
    target.giveTurns(1);
    target.runNext();
    assertThat(ran).hasSize(3);
    assertThat(target.told()).isEmpty();
  }

  @Test
  void entriesOfABatch_haveAsManyThreadsTold_whereTheirNumberIsAPowerOfTwo() {
    ManualTarget target = target(4, 0);
    SchedulerTaskOwner scheduler = on(target);
    for (List<Integer> told :
        List.of(List.of(0), List.of(0, 1), List.of(0, 1), List.of(0, 1, 2, 3))) {
      submit(scheduler, Kind.TASK, 1);
      passTo(clock.nanoTime() + 10);
      assertThat(target.told()).isEqualTo(told);
    }
    target.runAll();
    assertThat(ran).hasSize(4);
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsDueNext_isNotBehindTheWorkOfOthers_thoughTheFreeThreadHasBeenGivenMore(Kind kind) {
    ManualTarget target = new ManualTarget(library, timer, 3, false);
    for (TargetThread each : List.of(target.threads[0], target.threads[2])) {
      ((ManualThread) each).busy = true;
    }
    SchedulerTaskOwner scheduler = on(target);
    for (int due = 10; due <= 30; due += 10) {
      submit(scheduler, kind, 1);
      passTo(due);
    }
    target.runNext(); // the free one, as it was given something first
    assertThat(ran).containsExactly("task 0", "task 0", "task 0");
    target.runAll();
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @CsvSource({
    "1 of 3 busy, 1 task due, 1",
    "1 of 3 busy, 2 tasks due, 1 2",
    "2 of 3 busy, 1 task due, 2",
    "2 of 3 busy, 2 tasks due, 2 0 1",
    "3 of 3 busy, 1 task due, 0 1 2",
    "0 of 3 busy, 3 tasks due, 0 1 2",
    "0 of 3 busy, 4 tasks due, 0 1 2"
  })
  void asManyIdleThreads_asTasksAreDue_lookForThem_orAllThreads(
      String busy, String due, String told) {
    ManualTarget target = target(3, digit(busy));
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, Kind.TASK, digit(due)).forEach(task -> target.shared.enter(task, false));
    target.giveTurns(digit(due));
    assertThat(target.told()).map(String::valueOf).isEqualTo(List.of(told.split(" ")));
    target.runAll();
    assertThat(ran).hasSize(digit(due));
  }

  private static int digit(String text) {
    return text.charAt(0) - '0';
  }

  @Test
  void threadThatIsToLook_butHasNotBegun_isNotIdle() {
    ManualTarget target = target(3, 1);
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, Kind.TASK, 1);
    passTo(10);
    target.giveTurns(1);
    assertThat(target.told()).containsExactly(1, 2);
    target.runAll();
    assertIdle(scheduler);
  }

  @Test
  void tasksAndDrains_runInTheOrderOfTheirDeadlines() {
    for (int due = 10; due <= 40; due += 10) {
      String name = "due at " + due;
      Runnable action = () -> ran.add(name);
      if (due % 20 == 0) {
        submit(scheduler, action, due);
      } else {
        submit(new WorkerTaskOwner(scheduler, false), action, due);
      }
    }
    passTo(40);
    target.runAll();
    assertThat(ran).containsExactly("due at 10", "due at 20", "due at 30", "due at 40");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsDue_isForOthers_onceItHasTakenAMillisecond(Kind kind) {
    for (int i = 0; i < 4; i++) {
      submit(scheduler, kind, () -> pass(Duration.ofMillis(1)));
    }
    passTo(10);
    target.runNext();
    assertThat(target.shared.size()).as("the first is not measured").isEqualTo(2);
    assertThat(target.waiting()).isOne();
    target.runAll();
    assertIdle(scheduler);
  }

  @Test
  void worker_whoseTurnIsOver_isForAnyThread() {
    ManualTarget target = target(2, 0);
    SchedulerTaskOwner scheduler = on(target);
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    for (int i = 0; i < 4; i++) {
      submit(worker, () -> pass(Duration.ofMillis(1)), 10);
    }
    passTo(10);
    assertThat(target.told()).containsExactly(0);
    target.runNext();
    assertThat(target.told()).containsExactly(1);
    assertThat(((ManualThread) target.threads[0]).handed).isZero();
    target.runAll();
    assertIdle(scheduler);
  }

  /** So tasks that take turns with their timeouts leave threads free for these, as on stock. */
  @Test
  void delay_hasATurnToo_andAWorkerThatOfItsCreation() {
    ManualTarget target = target(2, 0);
    SchedulerTaskOwner scheduler = on(target);
    WorkerTaskOwner first = new WorkerTaskOwner(scheduler, false);
    submit(scheduler, () -> {}, 10);
    WorkerTaskOwner third = new WorkerTaskOwner(scheduler, false);
    WorkerTaskOwner fourth = new WorkerTaskOwner(scheduler, false);
    List.of(fourth, third, first).forEach(worker -> submit(worker, () -> {}, 0));
    assertThat(Stream.of(target.threads).map(each -> ((ManualThread) each).handed))
        .containsExactly(2, 1);
    passTo(10);
    target.runAll();
    assertIdle(scheduler);
  }

  @Test
  void workers_whatIsDueAtOnce_goesToOneThreadEach_inTurn() {
    ManualTarget target = target(3, 2);
    SchedulerTaskOwner scheduler = on(target);
    List<WorkerTaskOwner> workers =
        Stream.generate(() -> new WorkerTaskOwner(scheduler, false)).limit(6).toList();
    for (int round = 0; round < 2; round++) {
      workers.forEach(worker -> submit(worker, () -> {}, 0));
      target.runAll();
    }
    assertThat(Stream.of(target.threads).map(each -> ((ManualThread) each).handed))
        .containsExactly(4, 4, 4);
    assertIdle(scheduler);
  }

  private static void noMemory() {
    throw new OutOfMemoryError("on purpose");
  }

  @Test
  void tasks_whoseThreadsWereForgotten_endWithTheScheduler() {
    List<Task> tasks = submit(scheduler, Kind.TASK, 2);
    passTo(10);
    target.threads = new TargetThread[0];
    tasks.getFirst().handedOver(TargetThreadTest::noMemory); // no memory to leave the queue
    try (ThreadFailures failures = new ThreadFailures()) {
      scheduler.close();
      assertThat(failures.messages).containsExactly("on purpose");
    }
    assertThat(tasks).allMatch(Task::isWithdrawn);
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsDue_whileTheThreadRunsOthers_isNoHandOver(Kind kind) {
    submit(
        scheduler,
        kind,
        () -> {
          submit(scheduler, kind, 1);
          passTo(20);
          assertThat(target.waiting()).isZero();
        });
    passTo(10);
    target.runNext();
    assertThat(ran).containsExactly("task 0");
    assertThat(library.failures).isEmpty();
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void interrupt_isTheThreads_andNotForTheNextTask(Kind kind) {
    submit(scheduler, kind, () -> Thread.currentThread().interrupt());
    submit(
        scheduler, kind, () -> ran.add("interrupted: " + Thread.currentThread().isInterrupted()));
    passTo(10);
    target.runAll();
    assertThat(ran).containsExactly("interrupted: false");
    assertThat(Thread.interrupted()).isTrue();
    submit(scheduler, kind, () -> ran.add("next"));
    passTo(20);
    Thread.currentThread().interrupt();
    target.runAll();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ran).endsWith("next");
  }

  @Test
  void taskWithoutDelay_isHandedOverByItsOwnThread() {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    submit(worker, () -> ran.add("now"), 0);
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(ran).containsExactly("now");
    assertIdle(scheduler);
  }

  // --- what will not run ---

  @ParameterizedTest
  @EnumSource
  void handedOver_asTheSchedulerIsClosed_isDisposedOf(Kind kind) {
    List<Task> tasks = submit(scheduler, kind, 2);
    passTo(10);
    scheduler.close();
    assertThat(tasks).allMatch(Task::isWithdrawn);
    target.runAll();
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void leftAfterManyOthers_asTheSchedulerIsClosed_isGivenToNoThread(Kind kind) {
    submit(scheduler, kind, scheduler::close);
    submit(scheduler, kind, MOST);
    passTo(10);
    int before = target.offers;
    target.runNext();
    assertThat(target.offers).isEqualTo(before);
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void disposedOf_whileItWaitsForAThread_isForgotten(Kind kind) {
    List<Task> tasks = submit(scheduler, kind, 3);
    passTo(10);
    tasks.subList(0, 2).forEach(Task::dispose);
    assertThat(isEmpty()).isFalse();
    tasks.get(2).dispose();
    assertThat(isEmpty()).isTrue();
    assertIdle(scheduler);
    submit(scheduler, kind, () -> ran.add("next"));
    passTo(20);
    assertThat(isEmpty()).isFalse();
    target.runAll();
    assertThat(ran).containsExactly("next");
  }

  @Test
  void task_thatFiresWhileItIsWithdrawn_isForgotten() {
    Task task = submit(scheduler, "never", 10);
    passTo(10);
    task.dispose();
    target.execute(task);
    assertThat(isEmpty()).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void workerDisposedOf_whileItsDrainWaits_runsNothing() {
    List<WorkerTaskOwner> workers = workers(2);
    passTo(10);
    workers.getFirst().dispose();
    assertThat(scheduler.running()).as("the other").isOne();
    target.runAll();
    assertThat(ran).containsExactly("task 1");
    assertIdle(scheduler);
  }

  @Test
  void workerDisposedOf_whileItsDrainWaits_isForgotten() {
    List<WorkerTaskOwner> workers = workers(2);
    passTo(10);
    workers.forEach(WorkerTaskOwner::dispose);
    assertThat(isEmpty()).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void workerDisposedOf_asItsDrainIsHandedOver_isForgotten() {
    WorkerTaskOwner worker = workers(1).getFirst();
    target.asAWorkerIsMade = worker::dispose;
    passTo(10);
    assertThat(isEmpty()).isTrue();
    assertIdle(scheduler);
  }

  // --- a thread that refuses ---

  @ParameterizedTest
  @CsvSource({"TASK, REFUSES", "TASK, REJECTS", "DRAIN, REFUSES", "DRAIN, REJECTS"})
  void refused_isWithdrawn_andTheNextIsOfferedAgain(Kind kind, Answer answer) {
    List<Task> tasks = submit(scheduler, kind, 2);
    target.answer = answer;
    passTo(10);
    assertThat(tasks).allMatch(Task::isWithdrawn);
    assertThat(tasks).allMatch(task -> task.owner == scheduler || !task.owner.state().lets(false));
    assertIdle(scheduler);
    target.answer = Answer.TAKES;
    submit(scheduler, kind, () -> ran.add("next"));
    passTo(20);
    target.runAll();
    assertThat(ran).containsExactly("next");
  }

  @ParameterizedTest
  @EnumSource
  void rejected_waitsIfTheTargetIsFull(Kind kind) {
    ManualTarget full = new ManualTarget(library, timer, 1, true);
    SchedulerTaskOwner scheduler = on(full);
    submit(scheduler, kind, 2);
    full.answer = Answer.REJECTS;
    passTo(10);
    assertThat(full.waiting()).isZero();
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    full.answer = Answer.TAKES;
    pass(Duration.ofMillis(20));
    full.runAll();
    assertThat(ran).containsExactly("task 0", "task 1");
    assertIdle(scheduler);
  }

  @Test
  void threadThatWasShutDown_asItHadNotBegun_endsWhatIsDue_andWhatComes() {
    List<Task> drains = submit(scheduler, Kind.DRAIN, 1);
    passTo(10);
    List<Task> tasks = submit(scheduler, Kind.TASK, 1);
    passTo(20);
    assertThat(target.offers).as("while it may begin").isOne();
    thread.lost = true;
    target.answer = Answer.REFUSES;
    List<Task> next = submit(scheduler, Kind.TASK, 2);
    passTo(30);
    assertThat(List.of(drains, tasks, next))
        .allMatch(list -> list.getLast().isWithdrawn())
        .hasSize(3);
    assertIdle(scheduler);
  }

  @Test
  void tasksOfAThreadThatWasShutDown_areGivenToTheScheduler_ifItHasStartedAgain() {
    submit(scheduler, "first", 10);
    passTo(10);
    thread.lost = true;
    submit(scheduler, "second", 10);
    passTo(20);
    target.runAll();
    assertThat(ran).containsExactly("first", "second");
    assertIdle(scheduler);
  }

  @Test
  void tasksOfAThreadThatWasShutDown_oneIsDoneBeforeItIsSeenToBeTaken_allRun() {
    submit(scheduler, "first", 10);
    passTo(10);
    thread.lost = true;
    target.answer = Answer.RUNS_AND_REJECTS;
    submit(scheduler, "second", 10);
    passTo(20);
    assertThat(ran).containsExactly("first", "second");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource
  void threadThatFails_isReported_andWhatIsDueRunsElsewhere(Kind kind) {
    submit(scheduler, kind, 1);
    target.answer = Answer.THROWS;
    passTo(10);
    assertThat(library.failures).containsExactly("hook, on purpose");
    while (scheduler.size() > 0) {
      Waiting.spin();
    }
    assertThat(ran).containsExactly("task 0");
  }
}
