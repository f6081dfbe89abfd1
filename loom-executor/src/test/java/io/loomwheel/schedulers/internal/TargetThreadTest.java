package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.schedulers.internal.ManualTarget.Answer;
import io.loomwheel.schedulers.internal.ManualTarget.ManualThread;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Workers of a target that share one of its threads. */
class TargetThreadTest extends OnManualClock {
  /** Drains that a thread runs before it goes to the end of the target's queue. */
  private static final int MOST = 128;

  private final ManualTarget target = new ManualTarget(library, timer, 1, false);
  private final ManualThread thread = target.thread();
  private final SchedulerTaskOwner scheduler = on(target);

  /** {@return Workers, each with a task of its number that is due after 10 ns} */
  private List<WorkerTaskOwner> workers(SchedulerTaskOwner of, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              WorkerTaskOwner worker = new WorkerTaskOwner(of, false);
              submit(worker, "task " + i, 10);
              return worker;
            })
        .toList();
  }

  private WorkerTask submit(WorkerTaskOwner to, String name, long delayNanos) {
    return submit(to, () -> ran.add(name), delayNanos);
  }

  private WorkerTask submit(WorkerTaskOwner to, Runnable action, long delayNanos) {
    WorkerTask task = new WorkerTask(to, action) {};
    assertThat(to.arm(task, delayNanos)).isTrue();
    return task;
  }

  @Test
  void drainsThatAreDueTogether_areOneHandOver_inOrder() {
    workers(scheduler, 3);
    passTo(10);
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(ran).containsExactly("task 0", "task 1", "task 2");
    assertIdle(scheduler);
  }

  @Test
  void drainThatIsDue_whileTheThreadRunsOthers_isNoHandOver() {
    WorkerTaskOwner first = new WorkerTaskOwner(scheduler, false);
    WorkerTask moves =
        new WorkerTask(
            first,
            () -> {
              workers(scheduler, 1);
              passTo(20);
              assertThat(target.waiting()).isZero();
            }) {};
    first.arm(moves, 10);
    passTo(10);
    target.runNext();
    assertThat(ran).containsExactly("task 0");
    assertThat(library.failures).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void manyDrains_goToTheEndOfTheTargetsQueue() {
    workers(scheduler, MOST + 1);
    passTo(10);
    target.runNext();
    assertThat(ran).hasSize(MOST);
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(ran).hasSize(MOST + 1);
    assertIdle(scheduler);
  }

  @Test
  void taskWithoutDelay_isHandedOverByItsOwnThread() {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    submit(worker, "now", 0);
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(ran).containsExactly("now");
    assertIdle(scheduler);
  }

  @Test
  void disposedOf_whileItsDrainWaits_runsNothing() {
    List<WorkerTaskOwner> workers = workers(scheduler, 2);
    passTo(10);
    workers.getFirst().dispose();
    assertThat(scheduler.running()).as("the other").isOne();
    target.runAll();
    assertThat(ran).containsExactly("task 1");
    assertIdle(scheduler);
  }

  @Test
  void drainsLeftAfterManyOthers_asTheSchedulerIsClosed_areGivenToNoThread() {
    submit(new WorkerTaskOwner(scheduler, false), scheduler::close, 10);
    workers(scheduler, MOST);
    passTo(10);
    int before = target.offers;
    target.runNext();
    assertThat(target.offers).isEqualTo(before);
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void disposedOf_whileItsDrainWaits_isForgotten() {
    List<WorkerTaskOwner> workers = workers(scheduler, 2);
    passTo(10);
    workers.forEach(WorkerTaskOwner::dispose);
    assertThat(thread.empty).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void lastTaskThatIsDue_disposedOf_whileItsDrainWaits_letsTheWorkerRest() {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    WorkerTask first = submit(worker, "first", 10);
    submit(worker, "second", 20);
    passTo(10);
    first.dispose();
    assertThat(thread.empty).isTrue();
    assertThat(scheduler.running()).isZero();
    passTo(20);
    target.runAll();
    assertThat(ran).containsExactly("second");
    assertIdle(scheduler);
  }

  @Test
  void disposedOf_asItsDrainIsHandedOver_isForgotten() {
    WorkerTaskOwner worker = workers(scheduler, 1).getFirst();
    target.asAWorkerIsMade = worker::dispose;
    passTo(10);
    assertThat(thread.empty).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void threadThatRefuses_endsItsWorkers() {
    List<WorkerTaskOwner> workers = workers(scheduler, 2);
    target.answer = Answer.REFUSES;
    passTo(10);
    assertThat(workers).allMatch(WorkerTaskOwner::isDisposed);
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void threadThatWasShutDown_asItHadNotBegun_endsWhatIsDue_andWhatComes() {
    List<WorkerTaskOwner> workers = workers(scheduler, 1);
    passTo(10);
    Task task = new Task(scheduler, () -> ran.add("task")) {};
    scheduler.arm(task, 10);
    passTo(20);
    assertThat(target.offers).as("while it may begin").isOne();
    thread.shutDown = true;
    target.answer = Answer.REFUSES;
    Task next = new Task(scheduler, () -> ran.add("next")) {};
    scheduler.arm(next, 10);
    passTo(30);
    assertThat(workers).allMatch(WorkerTaskOwner::isDisposed);
    assertThat(List.of(task, next)).allMatch(Task::isWithdrawn);
    assertIdle(scheduler);
  }

  @Test
  void tasksOfAThreadThatWasShutDown_areGivenToTheScheduler_ifItHasStartedAgain() {
    Task first = new Task(scheduler, () -> ran.add("first")) {};
    scheduler.arm(first, 10);
    passTo(10);
    thread.shutDown = true;
    scheduler.arm(new Task(scheduler, () -> ran.add("second")) {}, 10);
    passTo(20);
    target.runAll();
    assertThat(ran).containsExactly("first", "second");
    assertIdle(scheduler);
  }

  @Test
  void tasksThatAreDue_disposedOf_areForgotten() {
    List<Task> tasks =
        IntStream.range(0, 3)
            .mapToObj(i -> (Task) new Task(scheduler, () -> ran.add("ran")) {})
            .toList();
    tasks.forEach(task -> scheduler.arm(task, 10));
    passTo(10);
    tasks.subList(0, 2).forEach(Task::dispose);
    assertThat(thread.empty).isFalse();
    tasks.get(2).dispose();
    assertThat(thread.empty).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void threadThatIsFull_isProbed_andThenRunsItsWorkers() {
    ManualTarget full = new ManualTarget(library, timer, 1, true);
    SchedulerTaskOwner scheduler = on(full);
    workers(scheduler, 2);
    full.answer = Answer.REJECTS;
    passTo(10);
    assertThat(full.waiting()).isZero();
    full.answer = Answer.TAKES;
    pass(Duration.ofMillis(20));
    full.runAll();
    assertThat(ran).containsExactly("task 0", "task 1");
    assertIdle(scheduler);
  }

  @Test
  void threadThatFails_isReported_andWhatIsDueRunsElsewhere() {
    workers(scheduler, 1);
    target.answer = Answer.THROWS;
    passTo(10);
    assertThat(library.failures).containsExactly("hook, on purpose");
    while (scheduler.size() > 0) {
      Waiting.spin();
    }
    assertThat(ran).containsExactly("task 0");
  }
}
