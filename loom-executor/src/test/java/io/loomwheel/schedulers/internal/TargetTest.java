package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.ManualTarget.Answer;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks of a scheduler that run on another one, each on a thread of its own. */
class TargetTest extends OnManualClock {
  private final ManualTarget target = new ManualTarget(library, timer, 0, false);
  private final SchedulerTaskOwner scheduler = on(target);

  @Test
  void dueTasks_areGivenOneByOne() {
    submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    passTo(10);
    assertThat(target.waiting()).isEqualTo(2);
    target.runAll();
    assertThat(ran).containsExactly("a", "b");
    assertIdle(scheduler);
  }

  @Test
  void submit_withoutDelay_isGivenAtOnce() {
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
    target.answer = answer;
    Task now = new SchedulerTask(scheduler, () -> ran.add("now")) {};
    assertThat(scheduler.arm(now, 0)).isFalse();
    Task later = submit(scheduler, "later", 10);
    passTo(10);
    assertThat(now.isWithdrawn()).isTrue();
    assertThat(later.isWithdrawn()).isTrue();
    assertThat(library.failures).hasSize(answer == Answer.REJECTS ? 2 : 0);
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void dueTask_thatFindsNoMemory_isHandedOverLater(int threads) {
    ManualTarget target = new ManualTarget(library, timer, threads, false);
    SchedulerTaskOwner scheduler = on(target);
    try (ThreadFailures thread = new ThreadFailures()) {
      submit(scheduler, "a", 10);
      target.shortages = 1;
      passTo(10);
      assertThat(thread.messages).containsExactly("on purpose");
    }
    pass(Duration.ofMillis(10));
    target.runAll();
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void dueTask_thatFindsNoMemory_isReturnedByAStop_orDisposedOf(int threads) {
    ManualTarget target = new ManualTarget(library, timer, threads, false);
    SchedulerTaskOwner scheduler = on(target);
    try (ThreadFailures thread = new ThreadFailures()) {
      Task stopped = submit(scheduler, "a", 10);
      Task disposed = submit(scheduler, "b", 10);
      target.shortages = 2;
      passTo(10);
      disposed.dispose();
      timer.stop();
      assertThat(stopped.isDisposed()).isTrue();
      assertThat(thread.messages).isNotEmpty();
    }
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void dueWorker_thatFindsNoMemory_isHandedOverLater(int threads) {
    ManualTarget target = new ManualTarget(library, timer, threads, false);
    SchedulerTaskOwner scheduler = on(target);
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    try (ThreadFailures thread = new ThreadFailures()) {
      worker.arm(new WorkerTask(worker, () -> ran.add("a")) {}, 10);
      target.shortages = 1;
      passTo(10);
      assertThat(thread.messages).containsExactly("on purpose");
    }
    assertThat(worker.isDisposed()).isFalse();
    pass(Duration.ofMillis(10));
    target.runAll();
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsDue_thatFindsNoMemoryForItsThread_isHandedOverLater(boolean ofAWorker) {
    ManualTarget target = new ManualTarget(library, timer, 1, false);
    SchedulerTaskOwner scheduler = on(target);
    WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
    Runnable action = () -> ran.add("a");
    target.asAWorkerIsMade =
        () -> {
          target.asAWorkerIsMade = () -> {};
          throw new OutOfMemoryError("on purpose");
        };
    try (ThreadFailures thread = new ThreadFailures()) {
      assertThat(
              ofAWorker
                  ? worker.arm(new WorkerTask(worker, action) {}, 10)
                  : scheduler.arm(new SchedulerTask(scheduler, action) {}, 10))
          .isTrue();
      passTo(10);
      assertThat(thread.messages).containsExactly("on purpose");
    }
    pass(Duration.ofMillis(10));
    assertThat(ran).isEmpty();
    target.runAll();
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void taskOnItsWayToAThread_asTheSchedulerIsClosed_isGivenToNone(int threads) throws Exception {
    BlockingQueue<Runnable> handOvers = new LinkedBlockingQueue<>();
    WheelTimer ticking = WheelTimer.builder().taskExecutor(handOvers::add).build();
    ManualTarget target = new ManualTarget(library, ticking, threads, false);
    SchedulerTaskOwner scheduler =
        new SchedulerTaskOwner(new Settings(library, ticking, true, target, true));
    Task task = submit(scheduler, "due", 1);
    Runnable handOver = handOvers.take();
    scheduler.close();
    handOver.run();
    assertThat(target.offers).isZero();
    assertThat(task.isWithdrawn()).isTrue();
    assertThat(library.failures).isEmpty();
    assertThat(scheduler.size()).isZero();
  }

  @Test
  void hookThatFails_isReported_andTheTaskRunsElsewhere() throws InterruptedException {
    target.answer = Answer.THROWS;
    submit(scheduler, "later", 10);
    passTo(10);
    assertThat(library.failures).containsExactly("hook, on purpose");
    scheduler.drain();
    library.awaitTermination(); // it runs on a fresh thread
    assertThat(ran).containsExactly("later");
  }
}
