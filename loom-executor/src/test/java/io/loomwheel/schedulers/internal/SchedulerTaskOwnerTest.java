package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner.Library;
import io.loomwheel.schedulers.internal.TaskOwner.OwnerState;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a scheduler counts, and how it ends. */
class SchedulerTaskOwnerTest extends OnManualClock {
  private final ManualExecutor threads = new ManualExecutor();
  private final SchedulerTaskOwner scheduler = on(threads);

  private static Task task(SchedulerTaskOwner of, Runnable action) {
    return new SchedulerTask(of, action) {};
  }

  @Test
  void size_countsWhatHasNotEnded_andRunningWhatRuns() {
    List<Long> counts = new ArrayList<>();
    submit(
        scheduler,
        () -> {
          counts.add(scheduler.size());
          counts.add((long) scheduler.running());
        },
        10);
    submit(scheduler, "b", 0);
    Task c = submit(scheduler, "c", 20);
    assertThat(scheduler.size()).isEqualTo(3);
    assertThat(scheduler.running()).isZero();
    c.dispose();
    threads.runAll();
    assertThat(scheduler.size()).isOne();
    passTo(10);
    threads.runAll();
    assertThat(counts).containsExactly(1L, 1L);
    assertThat(scheduler.size()).isZero();
    assertThat(scheduler.running()).isZero();
  }

  @Test
  void manyRunningAtOnce_areAllFound() {
    int depth = 40; // more than the cells that one thread tries
    List<Integer> running = new ArrayList<>();
    nest(depth, running);
    threads.runAll();
    assertThat(running).containsExactly(depth);
    assertThat(scheduler.running()).isZero();
    assertThat(scheduler.size()).isZero();
  }

  /** Each runs inside the one before. */
  private void nest(int depth, List<Integer> running) {
    submit(
        scheduler,
        () -> {
          if (depth > 1) {
            nest(depth - 1, running);
            threads.runNext();
          } else {
            running.add(scheduler.running());
          }
        },
        0);
  }

  @Test
  void close_disposesOfWhatRunsDeepInside_too() {
    List<Task> tasks = new ArrayList<>();
    List<Boolean> disposed = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tasks.add(
          submit(
              scheduler,
              () -> {
                if (threads.waiting() > 0) {
                  threads.runNext();
                } else {
                  scheduler.close();
                  tasks.forEach(task -> disposed.add(task.isDisposed()));
                }
              },
              0));
    }
    threads.runAll();
    assertThat(tasks).allMatch(Task::isDisposed);
    assertThat(disposed).hasSize(20).containsOnly(true);
    assertThat(library.terminations()).isOne();
  }

  private static void fail() {
    throw new IllegalStateException("on purpose");
  }

  @Test
  void taskWhoseFailureIsHandled_countsAsRunning_notAsWaiting() {
    List<Long> counts = new ArrayList<>();
    library.asItFails = () -> counts.addAll(List.of(scheduler.size(), scheduler.waiting()));
    submit(scheduler, SchedulerTaskOwnerTest::fail, 0);
    threads.runAll();
    assertThat(counts).containsExactly(1L, 0L);
    assertIdle(scheduler);
  }

  /** Otherwise two threads might have the same task among what they run. */
  @Test
  void periodThatGoesOn_isHandedOverAgainOnceItIsNoneThatRuns() {
    List<Integer> running = new ArrayList<>();
    Executor[] counting = {null};
    SchedulerTaskOwner owner = on(task -> counting[0].execute(task));
    counting[0] =
        task -> {
          running.add(owner.running());
          threads.execute(task);
        };
    Task period = submit(owner, new Periodic(() -> {}, 0, false), 0);
    threads.runNext();
    threads.runNext();
    period.dispose();
    assertThat(running).containsExactly(0, 0, 0);
  }

  /** As a pool does that is shut down: a task may have swallowed the first one. */
  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void close_interruptsWhatRunsOnce_alsoIfItWasDisposedOfBefore(
      boolean ofWorker, boolean byItself) {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    List<Boolean> interrupts = new ArrayList<>();
    Task[] task = new Task[1];
    List<Runnable> ends =
        List.of(
            () -> task[0].dispose(),
            () -> task[0].dispose(),
            ofWorker ? worker::dispose : () -> {},
            scheduler::close,
            scheduler::close);
    Runnable action =
        () -> {
          if (byItself) {
            task[0].dispose();
          }
          for (Runnable end : ends) {
            CompletableFuture.runAsync(end).join(); // keeps an interrupt
            interrupts.add(Thread.interrupted());
          }
        };
    if (ofWorker) {
      task[0] = new WorkerTask(worker, action) {};
      worker.arm(task[0], 0);
    } else {
      task[0] = submit(scheduler, action, 0);
    }
    threads.runAll();
    assertThat(interrupts).containsExactly(!byItself, false, false, true, false);
    assertThat(scheduler.state()).isEqualTo(OwnerState.TERMINATED);
  }

  /** Its alarm is found as well as its drain. */
  @Test
  void close_ofAWorkerThatRunsAndWaits_interruptsOnce() throws Exception {
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    AtomicInteger interrupts = new AtomicInteger();
    worker.arm(new WorkerTask(worker, () -> {}) {}, 10);
    Thread counting =
        new Thread(threads::runAll) {
          @Override
          public void interrupt() {
            interrupts.incrementAndGet();
          }
        };
    WorkerTask running =
        new WorkerTask(worker, () -> CompletableFuture.runAsync(scheduler::close).join()) {};
    worker.arm(running, 0);
    counting.start();
    counting.join();
    assertThat(interrupts).hasValue(1);
  }

  @Test
  void close_whileTheFailureOfATaskIsHandled_interruptsIt_andIsOverOnceItHasEnded() {
    List<Object> seen = new ArrayList<>();
    Task task = submit(scheduler, SchedulerTaskOwnerTest::fail, 0);
    library.asItFails =
        () -> {
          CompletableFuture.runAsync(scheduler::close).join(); // keeps an interrupt
          seen.addAll(List.of(task.toString(), Thread.interrupted(), scheduler.state()));
        };
    threads.runAll();
    assertThat(seen).containsExactly("Task[interrupted]", true, OwnerState.CLOSED);
    assertThat(scheduler.state()).isEqualTo(OwnerState.TERMINATED);
    assertThat(library.terminations()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void drained_countsNothing_asItTerminates(boolean ofAWorker) {
    List<Long> sizes = new ArrayList<>();
    library.asItTerminates = () -> sizes.add(scheduler.size());
    if (ofAWorker) {
      WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
      worker.arm(new WorkerTask(worker, () -> ran.add("a")) {}, 0);
    } else {
      submit(scheduler, "a", 0);
    }
    scheduler.drain();
    threads.runAll();
    assertThat(ran).containsExactly("a");
    assertThat(sizes).containsExactly(0L);
  }

  @Test
  void drain_refusesMore() {
    submit(scheduler, "a", 10);
    scheduler.drain();
    Task more = task(scheduler, () -> ran.add("more"));
    assertThat(scheduler.arm(more, 0)).isFalse();
    threads.runAll();
    assertThat(ran).isEmpty();
    assertThat(scheduler.size()).isOne();
  }

  @Test
  void taskThatHasFired_andNotBegun_asItsSchedulerCloses_isDisposedOf() {
    Task task = submit(scheduler, "a", 10);
    passTo(10);
    scheduler.close();
    threads.runAll();
    assertThat(ran).isEmpty();
    assertThat(task).hasToString("Task[disposed]");
    assertThat(library.terminations()).isOne();
  }

  @Test
  void drain_withoutATask_terminatesAtOnce() {
    scheduler.drain();
    assertThat(scheduler.state()).isEqualTo(OwnerState.TERMINATED);
    assertThat(library.terminations()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void end_stopsTheTimerIfItIsItsOwn(boolean own) {
    SchedulerTaskOwner owner =
        new SchedulerTaskOwner(new Settings(library, timer, own, threads, true));
    submit(owner, "a", 10);
    owner.drain();
    assertThat(owner.engine().isStopped()).isFalse();
    passTo(10);
    threads.runAll();
    assertThat(ran).containsExactly("a");
    assertThat(owner.engine().isStopped()).isEqualTo(own);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void close_stopsTheTimerIfItIsItsOwn_andTheTarget(boolean own) {
    ManualTarget target = new ManualTarget(library, timer, 0, true);
    SchedulerTaskOwner owner =
        new SchedulerTaskOwner(new Settings(library, timer, own, target, true));
    target.answer = ManualTarget.Answer.REJECTS;
    Task waits = submit(owner, "a", 10);
    passTo(10);
    owner.close();
    assertThat(waits.isDisposed()).isTrue();
    assertThat(owner.engine().isStopped()).isEqualTo(own);
    assertThat(owner.state()).isEqualTo(OwnerState.TERMINATED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void closedWhileADueTaskWaitsInTheTargetsQueue_isOver_thoughTheTargetDropsIt(int threads) {
    ManualTarget target = new ManualTarget(library, timer, threads, false);
    SchedulerTaskOwner owner =
        new SchedulerTaskOwner(new Settings(library, timer, false, target, true));
    submit(owner, "a", 10);
    passTo(10);
    assertThat(target.waiting()).isOne();
    owner.close();
    assertThat(owner.state()).isEqualTo(OwnerState.TERMINATED);
    assertThat(owner.size()).isZero();
    target.runAll();
    assertThat(ran).isEmpty();
  }

  @Test
  void closedWhileOneRuns_isOverOnceThatHasEnded() {
    List<OwnerState> states = new ArrayList<>();
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    Runnable closes =
        () -> {
          scheduler.close();
          states.add(scheduler.state());
        };
    worker.arm(new WorkerTask(worker, closes) {}, 0);
    threads.runAll();
    assertThat(states).containsExactly(OwnerState.CLOSED);
    assertThat(scheduler.state()).isEqualTo(OwnerState.TERMINATED);
  }

  @Test
  void stoppedTimer_refuses_andCountsNothing() {
    timer.stop();
    Task now = task(scheduler, () -> ran.add("now"));
    Task later = task(scheduler, () -> ran.add("later"));
    assertThat(scheduler.arm(now, 0)).isFalse();
    assertThat(scheduler.arm(later, 10)).isFalse();
    assertThat(scheduler.size()).isZero();
    threads.runAll();
    assertThat(ran).isEmpty();
  }

  @Test
  void closeWhileATaskIsAdmitted_withdrawsIt() {
    SchedulerTaskOwner[] owner = new SchedulerTaskOwner[1];
    Library closing =
        new Library() {
          @Override
          public boolean failed(Throwable cause, boolean periodic) {
            return false;
          }

          @Override
          public void admit(SchedulerTaskOwner of) {
            of.countAdmitted();
            of.close();
          }
        };
    owner[0] = new SchedulerTaskOwner(new Settings(closing, timer, false, threads, true));
    Task task = task(owner[0], () -> ran.add("a"));
    assertThat(owner[0].arm(task, 10)).isFalse();
    assertThat(task.isWithdrawn()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(owner[0].state()).isEqualTo(OwnerState.TERMINATED);
  }

  @Test
  void close_endsWhatWaits_beforeItTellsThatAllHasEnded() {
    List<Boolean> disposed = new ArrayList<>();
    List<Task> tasks = new ArrayList<>();
    library.asItTerminates = () -> tasks.forEach(task -> disposed.add(task.isDisposed()));
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    for (int i = 0; i < 3; i++) {
      tasks.add(submit(scheduler, "waits", 10));
      WorkerTask ofWorker = new WorkerTask(worker, () -> {}) {};
      assertThat(worker.arm(ofWorker, 10)).isTrue();
      tasks.add(ofWorker);
    }
    scheduler.close();
    assertThat(disposed).containsExactly(true, true, true, true, true, true);
  }
}
