package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.schedulers.internal.ManualTarget.Answer;
import io.loomwheel.schedulers.internal.Task.Periodic;
import io.loomwheel.schedulers.internal.TaskOwner.OwnerState;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A Worker whose tasks run on the threads of another scheduler, which may refuse, or be full. */
class TargetWorkerTest extends OnManualClock {
  private static final int BATCH = 128;
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(160);

  private final ManualTarget target = new ManualTarget(library, timer, 0, false);
  private final ManualTarget bounded = new ManualTarget(library, timer, 0, true);
  private final SchedulerTaskOwner scheduler = on(target);
  private final SchedulerTaskOwner onBounded = on(bounded);
  private final WorkerTaskOwner worker = new WorkerTaskOwner(scheduler, false);
  private final WorkerTaskOwner ofBounded = new WorkerTaskOwner(onBounded, false);

  private WorkerTask task(WorkerTaskOwner of, String name) {
    return new WorkerTask(of, () -> ran.add(name)) {};
  }

  private WorkerTask submit(WorkerTaskOwner to, String name, long delayNanos) {
    WorkerTask task = task(to, name);
    assertThat(to.arm(task, delayNanos)).isTrue();
    return task;
  }

  // --- hand-overs ---

  @Test
  void again_toTakeItOutOfTheQueueTakesMemory_setsTheAlarmOnceThereIsSome() {
    submit(worker, "a", 10);
    passTo(10);
    WorkerDrain handed = Objects.requireNonNull(worker.drain);
    boolean[] full = {true};
    handed.handedOver(
        () -> {
          if (full[0]) {
            full[0] = false;
            throw new OutOfMemoryError("on purpose");
          }
        });
    handed.again();
    pass(LONGEST_PAUSE);
    while (target.waiting() > 0) {
      target.runNext();
    }
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @Test
  void dueTasks_areHandedToOneWorkerOfTheTarget_inOneDrain() {
    submit(worker, "b", 20);
    submit(worker, "a", 10);
    assertThat(target.workers).as("made when something is due").isEmpty();
    passTo(20);
    assertThat(target.waiting()).isOne();
    assertThat(scheduler.running()).isOne();
    target.runNext();
    assertThat(ran).containsExactly("a", "b");
    submit(worker, "c", 0);
    target.runNext();
    assertThat(ran).endsWith("c");
    assertThat(target.workers).hasSize(1);
    assertThat(target.workers.get(0).givenBack).isZero();
    assertIdle(scheduler);
    scheduler.close();
    assertThat(target.workers.get(0).givenBack).isOne();
  }

  @Test
  void refusedTask_thatAnotherDrainHasRunMeanwhile_wasAccepted() {
    bounded.answer = Answer.REJECTS;
    Runnable other =
        () -> {
          bounded.answer = Answer.RUNS;
          submit(ofBounded, "b", 0);
        };
    bounded.asItIsGiven = () -> Objects.requireNonNull(ofBounded.drain).handedOver(other);
    Periodic hourly = new Periodic(() -> ran.add("a"), Duration.ofHours(1).toNanos(), false);
    WorkerTask task = new WorkerTask(ofBounded, hourly) {};
    assertThat(ofBounded.arm(task, 0)).isTrue();
    assertThat(ran).containsExactly("a", "b");
    assertThat(task.isDisposed()).isFalse();
    task.dispose();
    assertIdle(onBounded);
  }

  @Test
  void batch_goesToTheEndOfTheTargetsQueue() {
    for (int i = 0; i <= BATCH; i++) {
      submit(worker, "task", 0);
    }
    WorkerTaskOwner other = new WorkerTaskOwner(scheduler, false);
    submit(other, "other", 0);
    target.runNext();
    assertThat(ran).hasSize(BATCH);
    target.runAll();
    assertThat(ran).hasSize(BATCH + 2).endsWith("other", "task");
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @EnumSource(
      value = Answer.class,
      names = {"REFUSES", "REJECTS", "THROWS", "RUNS"})
  void batch_thatIsNotTaken_goesOnOnTheSameThread(Answer answer) {
    for (int i = 0; i <= BATCH; i++) {
      submit(ofBounded, "task", 0);
    }
    bounded.answer = answer;
    bounded.runNext();
    assertThat(ran).hasSize(BATCH + 1);
    assertThat(ofBounded.isDisposed()).isFalse();
    assertIdle(onBounded);
    bounded.answer = Answer.TAKES;
    submit(ofBounded, "later", 0);
    bounded.runAll();
    assertThat(ran).endsWith("later");
  }

  @Test
  void drain_thatTookAMillisecond_goesToTheEndOfTheTargetsQueue() {
    for (int i = 0; i < 4; i++) {
      worker.arm(new WorkerTask(worker, () -> pass(Duration.ofMillis(1))) {}, 0);
    }
    submit(new WorkerTaskOwner(scheduler, false), "other", 0);
    target.runNext();
    assertThat(worker.size()).as("the first is not measured").isEqualTo(2);
    target.runNext();
    assertThat(ran).containsExactly("other");
    target.runAll();
    assertIdle(scheduler);
  }

  @Test
  void targetThatRunsInside_runsInTheCallOfWhoSubmits() {
    target.answer = Answer.RUNS;
    submit(worker, "a", 0);
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  // --- what is disposed of while it was handed over ---

  @Test
  void lastTask_disposedOf_givesItsPlaceInTheTargetsQueueBack() {
    WorkerTask first = submit(worker, "a", 0);
    WorkerTask second = submit(worker, "b", 0);
    first.dispose();
    assertThat(target.waiting()).as("b is due").isOne();
    second.dispose();
    assertThat(target.waiting()).isZero();
    assertIdle(scheduler);
  }

  @Test
  void lastDueTask_disposedOf_whileAnotherWaits_leavesTheDrain_whichSetsTheAlarm() {
    WorkerTask due = submit(worker, "a", 0);
    submit(worker, "far", 100);
    due.dispose();
    assertThat(target.waiting()).isOne();
    target.runNext();
    assertThat(scheduler.running()).isZero();
    passTo(100);
    target.runAll();
    assertThat(ran).containsExactly("far");
    assertIdle(scheduler);
  }

  @Test
  void takenBack_andHandedOverAgain_runsOnce() {
    submit(worker, "a", 0).dispose();
    submit(worker, "b", 0);
    assertThat(target.waiting()).isOne();
    target.runAll();
    assertThat(ran).containsExactly("b");
    assertIdle(scheduler);
  }

  @Test
  void handedOver_ofAnEarlierHandOver_isForgotten() {
    submit(worker, "a", 0);
    WorkerDrain first = Objects.requireNonNull(worker.drain);
    target.runAll();
    WorkerTask second = submit(worker, "b", 0);
    first.handedOver(() -> ran.add("taken out"));
    submit(worker, "c", 0);
    second.dispose();
    assertThat(target.waiting()).isOne();
    target.runAll();
    assertThat(ran).containsExactly("a", "c");
  }

  @Test
  void disposedOfBeforeTheTargetSaysHow_isTakenOutThen() {
    WorkerTask task = submit(worker, "a", 0);
    Objects.requireNonNull(worker.drain).handedOver(() -> ran.add("taken out"));
    assertThat(ran).isEmpty();
    task.dispose();
    assertThat(ran).containsExactly("taken out");
    assertThat(scheduler.running()).isZero();
    submit(worker, "b", 0);
    task = submit(worker, "c", 0);
    assertThat(target.waiting()).isEqualTo(2); // that of a has not heard of it
    target.runAll();
    assertThat(ran).containsExactly("taken out", "b", "c");
    assertThat(task.isDisposed()).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void workerDisposedOfAsItIsHandedOver_givesThePlaceInTheTargetsQueueBack() {
    target.asItIsGiven = worker::dispose;
    worker.arm(task(worker, "a"), 0);
    assertThat(target.waiting()).isZero();
    assertThat(ran).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void disposedOfAsItIsHandedOver_isTakenOutAtOnce() {
    WorkerTask task = task(worker, "a");
    target.asItIsGiven = task::dispose;
    worker.arm(task, 0);
    assertThat(target.waiting()).isZero();
    assertIdle(scheduler);
    submit(worker, "b", 0);
    target.runAll();
    assertThat(ran).containsExactly("b");
  }

  @Test
  void workerDisposedOfAsItsTargetMakesOne_givesThatBack() {
    target.asAWorkerIsMade = worker::dispose;
    worker.arm(task(worker, "a"), 0);
    target.runAll();
    assertThat(ran).isEmpty();
    assertThat(target.workers.get(0).givenBack).isOne();
    assertIdle(scheduler);
  }

  // --- a target that refuses ---

  @Test
  void throwingTarget_inTheMiddleOfADrain_whoseThreadGoesOn() {
    for (int i = 0; i <= BATCH; i++) {
      submit(worker, "task", 0);
    }
    submit(worker, "later", 10);
    target.answer = Answer.REJECTS;
    target.runNext();
    assertThat(ran).hasSize(BATCH + 1);
    assertThat(library.failures).isEmpty();
    assertThat(worker.isDisposed()).isFalse();
    target.answer = Answer.TAKES;
    passTo(10);
    target.runNext();
    assertThat(ran).endsWith("later");
    assertIdle(scheduler);
  }

  @Test
  void targetThatRunsADrain_andRejectsItThen_hasRunIt() {
    bounded.answer = Answer.RUNS_AND_REJECTS;
    submit(ofBounded, "a", 0);
    assertThat(ran).containsExactly("a");
    assertThat(ofBounded.isDisposed()).isFalse();
    submit(ofBounded, "b", 10);
    passTo(10);
    int offers = bounded.offers;
    pass(LONGEST_PAUSE);
    assertThat(ran).containsExactly("a", "b");
    assertThat(bounded.offers).isEqualTo(offers);
    bounded.answer = Answer.TAKES;
    submit(ofBounded, "c", 0);
    pass(LONGEST_PAUSE);
    bounded.runAll();
    assertThat(ran).containsExactly("a", "b", "c");
    assertIdle(onBounded);
  }

  @Test
  void refusedTask_withoutDelay_endsTheWorker() {
    target.answer = Answer.REFUSES;
    WorkerTask waits = submit(worker, "later", 10);
    WorkerTask refused = task(worker, "a");
    worker.arm(refused, 0);
    assertThat(refused.isDisposed()).isTrue();
    assertThat(waits.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(target.workers.get(0).givenBack).isOne();
    assertIdle(scheduler);
    worker.dispose();
    assertThat(target.workers.get(0).givenBack).isOne();
  }

  @Test
  void targetThatRejects_isReportedToTheLibrary_andEndsTheWorker() {
    target.answer = Answer.REJECTS;
    WorkerTask refused = task(worker, "a");
    worker.arm(refused, 0);
    assertThat(library.failures).hasSize(1);
    assertThat(refused.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertIdle(scheduler);
  }

  @Test
  void targetThatThrows_failsTheSubmission_andTheWorkerGoesOn() {
    submit(worker, "accepted before", 10);
    target.answer = Answer.THROWS;
    WorkerTask refused = task(worker, "a");
    assertThatThrownBy(() -> worker.arm(refused, 0)).hasMessage("hook, on purpose");
    assertThat(library.failures).isEmpty();
    assertThat(refused.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isFalse();
    target.answer = Answer.TAKES;
    passTo(10);
    target.runAll();
    assertThat(ran).containsExactly("accepted before");
    assertIdle(scheduler);
  }

  @Test
  void targetThatFindsNoMemory_hasRefusedNothing_andIsAskedAgain() {
    target.asItIsGiven =
        () -> {
          throw new OutOfMemoryError("on purpose");
        };
    WorkerTask waits = task(worker, "a");
    assertThatThrownBy(() -> worker.arm(waits, 0)).isInstanceOf(OutOfMemoryError.class);
    assertThat(worker.isDisposed()).isFalse();
    assertThat(library.failures).isEmpty();
    assertThat(waits.isDisposed()).isTrue();
    submit(worker, "b", 0);
    target.runAll();
    assertThat(ran).containsExactly("b");
    assertIdle(scheduler);
  }

  @Test
  void clockThatFailsInADrain_isReported_andTheWorkerGoesOn() {
    target.answer = Answer.TAKES;
    submit(worker, "later", 10);
    submit(worker, "a", 0);
    clock.fail(2); // the first reading is for the length of the turn
    try (ThreadFailures failures = new ThreadFailures()) {
      target.runAll();
      assertThat(failures.messages).containsExactly("clock, on purpose");
    }
    passTo(10);
    target.runAll();
    assertThat(ran).containsExactly("a", "later");
    assertIdle(scheduler);
  }

  @Test
  void refusedDrain_whenTheAlarmGoesOff_endsTheWorker() {
    WorkerTask waits = submit(worker, "a", 10);
    target.answer = Answer.REFUSES;
    passTo(10);
    assertThat(waits.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertIdle(scheduler);
  }

  // --- a target that is full ---

  @Test
  void fullTarget_throwsAtWhoSubmitsWithoutDelay_andKeepsTheWorker() {
    submit(ofBounded, "later", 10);
    bounded.answer = Answer.REJECTS;
    WorkerTask refused = task(ofBounded, "a");
    assertThatThrownBy(() -> ofBounded.arm(refused, 0))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("full, on purpose");
    assertThat(refused.isDisposed()).isTrue();
    assertThat(ofBounded.isDisposed()).isFalse();
    assertThat(onBounded.size()).isOne();
    assertThat(onBounded.running()).isZero();
    assertThat(library.failures).isEmpty();
    bounded.answer = Answer.TAKES;
    passTo(10);
    bounded.runAll();
    assertThat(ran).containsExactly("later");
    assertIdle(onBounded);
  }

  @Test
  void fullTarget_throwsAtWhoSubmits_thoughTheWorkerIsDisposedOfMeanwhile() {
    bounded.asItIsGiven = ofBounded::dispose;
    bounded.answer = Answer.REJECTS;
    WorkerTask refused = task(ofBounded, "a");
    assertThatThrownBy(() -> ofBounded.arm(refused, 0)).hasMessage("full, on purpose");
    assertIdle(onBounded);
  }

  @Test
  void fullTarget_thatRefusesTheOnlyTask_costsNoAlarm() {
    bounded.answer = Answer.REJECTS;
    for (int i = 0; i < 3; i++) {
      WorkerTask refused = task(ofBounded, "a");
      assertThatThrownBy(() -> ofBounded.arm(refused, 0)).hasMessage("full, on purpose");
      assertThat(ofBounded.engine().nanosToNextExpiry()).isEmpty();
    }
    assertIdle(onBounded);
  }

  @Test
  void fullTarget_leavesNoTaskWithoutAnAlarm() {
    bounded.asItIsGiven = () -> submit(ofBounded, "later", 10);
    bounded.answer = Answer.REJECTS;
    WorkerTask refused = task(ofBounded, "a");
    assertThatThrownBy(() -> ofBounded.arm(refused, 0)).hasMessage("full, on purpose");
    bounded.answer = Answer.TAKES;
    passTo(10);
    bounded.runAll();
    assertThat(ran).containsExactly("later");
    assertIdle(onBounded);
  }

  @Test
  void fullTarget_keepsADrainThatIsDue_andIsAskedAgain() {
    WorkerTask waits = submit(ofBounded, "a", 10);
    bounded.answer = Answer.REJECTS;
    passTo(10);
    assertThat(bounded.offers).isOne();
    assertThat(waits.isDisposed()).isFalse();
    assertThat(timer.pendingTimeouts()).isOne();
    pass(Duration.ofMillis(10));
    assertThat(bounded.offers).isEqualTo(2);
    bounded.answer = Answer.TAKES;
    pass(Duration.ofMillis(20));
    assertThat(bounded.offers).isEqualTo(3);
    bounded.runAll();
    assertThat(ran).containsExactly("a");
    assertIdle(onBounded);
  }

  @Test
  void worker_whoseTurnIsOver_waitsBehindThoseThatTheTargetHasRefused() {
    for (int i = 0; i <= BATCH; i++) {
      submit(ofBounded, "task", 0);
    }
    bounded.answer = Answer.REJECTS;
    submit(new WorkerTaskOwner(onBounded, false), "other", 10);
    passTo(10);
    bounded.answer = Answer.TAKES;
    bounded.runNext();
    assertThat(ran).hasSize(BATCH);
    assertThat(bounded.waiting()).isZero();
    pass(LONGEST_PAUSE);
    bounded.runAll();
    assertThat(ran).endsWith("other", "task");
    assertIdle(onBounded);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fullTarget_thatIsDisposedOf_endsAWorkerThatWaits(boolean wholly) {
    WorkerTask waits = submit(ofBounded, "a", 10);
    bounded.answer = Answer.REJECTS;
    passTo(10);
    if (wholly) {
      bounded.disposed = true;
    } else {
      bounded.workers.get(0).dispose();
    }
    pass(Duration.ofMillis(10));
    assertThat(waits.isDisposed()).isTrue();
    assertThat(ran).isEmpty();
    assertThat(bounded.offers).isOne();
    assertIdle(onBounded);
  }

  @Test
  void fullTarget_forgetsAWorkerThatIsDisposedOf() {
    submit(ofBounded, "a", 10);
    bounded.answer = Answer.REJECTS;
    passTo(10);
    ofBounded.dispose();
    assertIdle(onBounded);
    pass(LONGEST_PAUSE);
    assertThat(bounded.offers).isOne();
    assertThat(bounded.workers.get(0).givenBack).isOne();
    assertIdle(onBounded);
  }

  @Test
  void fullTarget_holdsNoWorkerThatIsDisposedOf() {
    assertThat(Waiting.isCollected(disposedOfWhileItWaits())).isTrue();
  }

  @Test
  void target_holdsNoWorkerThatIsForgotten() {
    assertThat(Waiting.isCollected(forgottenAfterItsTask())).isTrue();
  }

  private WeakReference<WorkerTaskOwner> forgottenAfterItsTask() {
    WorkerTaskOwner forgotten = new WorkerTaskOwner(onBounded, false);
    submit(forgotten, "a", 10);
    passTo(10);
    bounded.runAll();
    assertThat(ran).containsExactly("a");
    return new WeakReference<>(forgotten);
  }

  private WeakReference<WorkerTaskOwner> disposedOfWhileItWaits() {
    WorkerTaskOwner waits = new WorkerTaskOwner(onBounded, false);
    submit(waits, "a", 10);
    bounded.answer = Answer.REJECTS;
    passTo(10);
    waits.dispose();
    return new WeakReference<>(waits);
  }

  // --- ends ---

  @Test
  void dispose_beforeAnythingWasDue_givesNothingBack() {
    submit(worker, "a", 10);
    worker.dispose();
    assertThat(target.workers).isEmpty();
    assertIdle(scheduler);
  }

  @Test
  void dispose_whileItRuns_givesBackAfterTheRun() {
    List<Integer> givenBack = new ArrayList<>();
    WorkerTask task =
        new WorkerTask(
            worker,
            () -> {
              worker.dispose();
              givenBack.add(target.workers.get(0).givenBack);
            }) {};
    assertThat(worker.arm(task, 0)).isTrue();
    submit(worker, "next", 0);
    target.runAll();
    assertThat(ran).isEmpty();
    assertThat(givenBack).containsExactly(0);
    assertThat(target.workers.get(0).givenBack).isOne();
    assertIdle(scheduler);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void targetThatIsDisposedOf_cutsItsWorkersOff(boolean wholly) {
    submit(worker, "a", 0);
    target.runAll();
    assertThat(worker.isDisposed()).isFalse();
    if (wholly) {
      target.disposed = true;
    } else {
      target.workers.get(0).dispose();
    }
    assertThat(worker.isDisposed()).isTrue();
    assertThat(worker.mayRun()).isFalse();
    assertThat(worker.arm(task(worker, "b"), 0)).isFalse();
    assertThat(scheduler.state()).isEqualTo(OwnerState.OPEN);
    assertThat(new WorkerTaskOwner(scheduler, false).isDisposed()).isEqualTo(wholly);
  }

  @Test
  void drain_whileTheTargetHasNotBegun_endsPeriodsAtOnce_andLeavesTheOthers() {
    WorkerTask period = new WorkerTask(worker, new Periodic(() -> ran.add("period"), 10, false)) {};
    assertThat(worker.arm(period, 0)).isTrue();
    submit(worker, "a", 0);
    scheduler.drain();
    assertThat(period.isDisposed()).isTrue();
    target.runAll();
    assertThat(ran).containsExactly("a");
    assertIdle(scheduler);
  }

  @Test
  void close_endsWhatWaitsForAFullTarget() {
    WorkerTask waits = submit(ofBounded, "a", 10);
    bounded.answer = Answer.REJECTS;
    passTo(10);
    onBounded.close();
    assertThat(waits.isDisposed()).isTrue();
    assertThat(library.terminations()).isOne();
    assertIdle(onBounded);
  }
}
