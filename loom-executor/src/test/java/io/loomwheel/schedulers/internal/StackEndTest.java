package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.errorpoints.StackDepths;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

/** Calls at the end of a caller's stack: what they leave is done by those that come later. */
class StackEndTest {
  private static final int STEPS = 250;
  private static final int HOUR = 3_600_000; // milliseconds

  /** After a failure a Worker pauses for 10 ms. */
  private static final Duration LATER = Duration.ofMillis(20);

  /** What one round uses, so that no round depends on another. */
  private static final class Round {
    final ManualClock clock = new ManualClock();
    final WheelTimer timer =
        WheelTimer.builder().clock(clock).shards(1).maxPendingTimeouts(1000).build();
    final SchedulerTaskOwner scheduler =
        new SchedulerTaskOwner(new Settings(new RecordedLibrary(), timer, false, null, false));
    final WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    final AtomicInteger runs = new AtomicInteger();
    final Task task;

    Round(int delayMillis, long periodNanos) {
      Runnable action = runs::incrementAndGet;
      task =
          new WorkerTask(
              worker, periodNanos < 0 ? action : new Periodic(action, periodNanos, false)) {};
      assertThat(worker.arm(task, Duration.ofMillis(delayMillis).toNanos())).isTrue();
    }

    void arm(int delayMillis) {
      worker.arm(
          new WorkerTask(worker, runs::incrementAndGet) {},
          Duration.ofMillis(delayMillis).toNanos());
    }

    void assertTerminated(int step) {
      assertThat(scheduler.state())
          .as("state, step %s", step)
          .isEqualTo(TaskOwner.OwnerState.TERMINATED);
      assertIdle(step);
    }

    void assertIdle(int step) {
      assertThat(timer.pendingTimeouts()).as("pending, step %s", step).isZero();
      assertThat(scheduler.size()).as("size, step %s", step).isZero();
      assertThat(scheduler.running()).as("running, step %s", step).isZero();
      assertThat(worker.queued()).as("queued, step %s", step).isEmpty();
    }
  }

  /** Makes rounds, has a step of each run at the end of a stack, then looks at all. */
  private static void atEachDepth(
      int delayMillis, long periodNanos, Consumer<Round> step, ObjIntConsumer<Round> then)
      throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((any, error) -> {});
    try {
      for (int i = 0; i < STEPS; i++) { // so that nothing is loaded and linked below
        Round round = new Round(delayMillis, periodNanos);
        step.accept(round);
        round.task.dispose();
      }
      Round[] rounds = new Round[STEPS];
      for (int i = 0; i < STEPS; i++) {
        rounds[i] = new Round(delayMillis, periodNanos);
      }
      IntConsumer each = i -> step.accept(rounds[i]);
      StackDepths.forEach(STEPS, each);
      for (int i = 0; i < STEPS; i++) {
        then.accept(rounds[i], i);
      }
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void dispose_ofATask_leavesNothing_onceItIsCalledAgain() throws Exception {
    disposeAtEachDepth(round -> round.task.dispose());
  }

  @Test
  void dispose_ofAWorker_leavesNothing_onceItIsCalledAgain() throws Exception {
    disposeAtEachDepth(round -> round.worker.dispose());
  }

  @Test
  void close_ofAScheduler_leavesNothing_onceItIsCalledAgain() throws Exception {
    atEachDepth(
        HOUR,
        -1,
        round -> round.scheduler.close(),
        (round, step) -> {
          round.scheduler.close();
          round.assertTerminated(step);
        });
  }

  @Test
  void dispose_ofATaskThatRuns_interruptsIt_onceItIsCalledAgain() throws Exception {
    SchedulerTaskOwner owner =
        new SchedulerTaskOwner(
            new Settings(new RecordedLibrary(), new Round(HOUR, -1).timer, false, null, true));
    Task[] tasks = new Task[2 * STEPS];
    CountDownLatch begun = new CountDownLatch(2 * STEPS);
    CountDownLatch interrupted = new CountDownLatch(2 * STEPS);
    for (int i = 0; i < 2 * STEPS; i++) {
      tasks[i] =
          new SchedulerTask(
              owner,
              () -> {
                begun.countDown();
                Waiting.untilInterrupted();
                interrupted.countDown();
              }) {};
      Thread.ofVirtual().start(tasks[i]);
    }
    begun.await();
    for (int i = STEPS; i < 2 * STEPS; i++) { // so that nothing is loaded and linked below
      tasks[i].dispose();
    }
    StackDepths.forEach(STEPS, i -> tasks[i].dispose());
    for (int i = 0; i < STEPS; i++) {
      tasks[i].dispose();
    }
    assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private static void disposeAtEachDepth(Consumer<Round> dispose) throws Exception {
    atEachDepth(
        HOUR,
        -1,
        dispose,
        (round, step) -> {
          dispose.accept(round);
          round.assertIdle(step);
        });
  }

  @Test
  void advance_runsWhatWasDue_onceAtLast() throws Exception {
    atEachDepth(
        1,
        -1,
        round -> round.clock.advance(Duration.ofMillis(1)),
        (round, step) -> {
          round.clock.advance(LATER);
          assertThat(round.runs).as("runs, step %s", step).hasValue(1);
          round.assertIdle(step);
        });
  }

  @Test
  void advance_periodsGoOn_andNoneRunsTwice() throws Exception {
    atEachDepth(
        1,
        1_000_000,
        round -> round.clock.advance(Duration.ofMillis(1)),
        (round, step) -> {
          round.clock.advance(LATER);
          assertThat(round.runs.get()).as("runs, step %s", step).isBetween(10, 21);
          round.task.dispose();
          round.assertIdle(step);
        });
  }

  @Test
  void arm_withoutDelay_thatFails_leavesTheWorkerAndItsSchedulerAlive() throws Exception {
    armAtEachDepth(0);
  }

  @Test
  void arm_withADelay_thatFails_leavesTheWorkerAndItsSchedulerAlive() throws Exception {
    armAtEachDepth(1);
  }

  private static void armAtEachDepth(int delayMillis) throws Exception {
    atEachDepth(
        HOUR,
        -1,
        round -> round.arm(delayMillis),
        (round, step) -> {
          round.task.dispose();
          if (step % 2 == 0) { // to the others nothing more comes
            int before = round.runs.get();
            round.arm(delayMillis);
            round.clock.advance(LATER);
            assertThat(round.runs.get() - before).as("runs, step %s", step).isPositive();
          }
          round.clock.advance(LATER); // what was armed runs
          round.scheduler.drain();
          round.assertTerminated(step);
        });
  }

  @Test
  void dispose_ofTheLastTask_endsASchedulerThatDrains() throws Exception {
    disposeWhileDraining(round -> round.task.dispose());
  }

  @Test
  void dispose_ofTheLastWorker_endsASchedulerThatDrains() throws Exception {
    disposeWhileDraining(round -> round.worker.dispose());
  }

  private static void disposeWhileDraining(Consumer<Round> dispose) throws Exception {
    atEachDepth(
        HOUR,
        -1,
        round -> {
          round.scheduler.drain();
          dispose.accept(round);
        },
        (round, step) -> {
          if (!round.scheduler.isDisposed()) {
            round.scheduler.drain();
          }
          dispose.accept(round);
          round.assertTerminated(step);
        });
  }

  @Test
  void arm_whileTheSchedulerDrains_countsNothing() throws Exception {
    atEachDepth(
        HOUR,
        -1,
        round -> {
          round.scheduler.drain();
          round.arm(0);
        },
        (round, step) -> {
          round.scheduler.drain();
          round.task.dispose();
          assertThat(round.scheduler.size()).as("size, step %s", step).isZero();
        });
  }
}
