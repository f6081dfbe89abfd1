package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.schedulers.internal.ManualTarget.Answer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks of a scheduler that run on another one of few threads, many in one go. */
class TargetBatchTest extends OnManualClock {
  /** Tasks that a thread runs before it goes to the end of the target's queue. */
  private static final int MOST = 128;

  private final ManualTarget target = new ManualTarget(library, timer, 1, false);
  private final SchedulerTaskOwner scheduler = on(target);

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void batch_runsInOneGo_inOrder() {
    for (int i = 0; i < 5; i++) {
      submit(scheduler, "task " + i, 10 + i);
    }
    passTo(20);
    target.runNext();
    assertThat(ran).containsExactly("task 0", "task 1", "task 2", "task 3", "task 4");
    submit(scheduler, "later", 10);
    passTo(40);
    target.runNext();
    assertThat(ran).endsWith("later");
    assertIdle(scheduler);
  }

  @Test
  void longBatch_goesToTheEndOfTheTargetsQueue() {
    for (int i = 0; i <= MOST; i++) {
      submit(scheduler, "task", 10);
    }
    passTo(10);
    target.runNext();
    assertThat(ran).hasSize(MOST);
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(ran).hasSize(MOST + 1);
    assertIdle(scheduler);
  }

  @Test
  void batch_isSpreadOverTheThreadsOfTheTarget() {
    ManualTarget target = new ManualTarget(library, timer, 2, false);
    SchedulerTaskOwner scheduler = on(target);
    for (int i = 0; i < 5; i++) {
      submit(scheduler, "task " + i, 10);
    }
    passTo(10);
    assertThat(target.waiting()).isEqualTo(2);
    target.runNext();
    assertThat(ran).containsExactly("task 0", "task 2", "task 4");
    target.runNext();
    assertThat(ran).endsWith("task 1", "task 3");
    assertIdle(scheduler);
  }

  @Test
  void taskThatComesWhileItsThreadRunsOthers_isNoHandOver() {
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

  @Test
  void batchThatWasHandedOver_asTheSchedulerIsClosed_isDisposedOf() {
    Task a = submit(scheduler, "a", 10);
    Task b = submit(scheduler, "b", 10);
    passTo(10);
    scheduler.close();
    assertThat(List.of(a, b)).allMatch(Task::isWithdrawn);
    target.runAll();
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void withdrawn_whileItWaitsForAThread_isForgotten() {
    Task waits = submit(scheduler, "waits", 10);
    passTo(10);
    waits.dispose();
    assertThat(target.thread().empty).isTrue();
    target.execute(waits); // as one does that fires while it is withdrawn
    assertThat(target.thread().empty).isTrue();
    submit(scheduler, "next", 10);
    passTo(20);
    assertThat(target.thread().empty).isFalse();
    target.runAll();
    assertThat(ran).containsExactly("next");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource(
      value = Answer.class,
      names = {"REFUSES", "REJECTS"})
  void refusedBatch_isWithdrawn_andTheNextIsOfferedAgain(Answer answer) {
    Task a = submit(scheduler, "a", 10);
    Task b = submit(scheduler, "b", 10);
    target.answer = answer;
    passTo(10);
    assertThat(List.of(a, b)).allMatch(Task::isWithdrawn);
    assertIdle(scheduler);
    target.answer = Answer.TAKES;
    submit(scheduler, "c", 10);
    passTo(20);
    target.runAll();
    assertThat(ran).containsExactly("c");
  }

  @Test
  void rejectedBatch_waitsIfTheTargetIsFull() {
    ManualTarget target = new ManualTarget(library, timer, 1, true);
    SchedulerTaskOwner scheduler = on(target);
    submit(scheduler, "a", 10);
    submit(scheduler, "b", 10);
    target.answer = Answer.REJECTS;
    passTo(10);
    assertThat(timer.pendingTimeouts()).isEqualTo(2);
    target.answer = Answer.TAKES;
    pass(Duration.ofMillis(20));
    target.runAll();
    assertThat(ran).containsExactly("a", "b");
    assertIdle(scheduler);
  }
}
