package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loomwheel.Timeout;
import io.loomwheel.TimerTask;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.loom.Timeouts;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Scheduler.Worker;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.observers.TestObserver;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of RxJava's own scheduler for tests expect, on the wheel. */
class WheelTestSchedulerTest {
  private final WheelTestScheduler test = new WheelTestScheduler();
  private final Worker worker = test.createWorker();
  private final Worker other = test.createWorker();
  private final List<String> ran = new ArrayList<>();

  /** A task that writes down that it ran, and when. */
  private Runnable note(String name) {
    return () -> ran.add(name + "@" + test.now(NANOSECONDS));
  }

  @AfterEach
  void resetHooks() {
    RxJavaPlugins.reset();
  }

  /** It would wait for itself: this thread alone moves the time. */
  @Test
  void task_waitsForTheTimer_isRefused() {
    WheelTestScheduler ofTasks = new WheelTestScheduler();
    List<Throwable> thrown = new ArrayList<>();
    var unused =
        ofTasks
            .createWorker()
            .schedule(
                () ->
                    thrown.add(catchThrowable(() -> Timeouts.parkNanos(ofTasks.timer(), null, 5))),
                1,
                MILLISECONDS);
    ofTasks.advanceTimeBy(1, SECONDS);
    assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
  }

  /** A timeout of a day that fails as it is cancelled. */
  private Timeout failingToCancel() {
    return test.timer()
        .newTimeout(
            new TimerTask() {
              @Override
              public void run(Timeout timeout) {}

              @Override
              public void cancelled(Timeout timeout) {
                throw new IllegalStateException("of the cancel");
              }
            },
            1,
            DAYS);
  }

  @Test
  void cancelThatFails_outsideAMove_isNotThrownByALaterOne() {
    failingToCancel().cancel();
    worker.schedule(note("a"), 3, NANOSECONDS);
    worker.schedule(note("b"), 4, NANOSECONDS);
    test.advanceTimeBy(5, NANOSECONDS);
    assertThat(ran).containsExactly("a@3", "b@4");
    assertThat(test.timer().stats().failed()).isOne();
  }

  @Test
  void cancelThatFails_inATask_isThrownWithWhatTheTaskThrows() {
    Timeout failing = failingToCancel();
    IllegalStateException own = new IllegalStateException("its own");
    test.timer()
        .newTimeout(
            timeout -> {
              failing.cancel();
              throw own;
            },
            1,
            NANOSECONDS);
    assertThatThrownBy(() -> test.advanceTimeBy(2, NANOSECONDS))
        .hasMessage("of the cancel")
        .hasSuppressedException(own);
    Timeout second = failingToCancel();
    worker.schedule(second::cancel);
    worker.schedule(note("behind"));
    assertThatThrownBy(test::triggerActions)
        .hasMessage("of the cancel")
        .hasNoSuppressedExceptions();
    test.triggerActions();
    assertThat(ran).containsExactly("behind@1");
  }

  @Test
  void cancelThatFails_beforeATaskMovesTheTime_isThrownByTheOuterMove() {
    Timeout failing = failingToCancel();
    worker.schedule(
        () -> {
          failing.cancel();
          test.advanceTimeBy(5, NANOSECONDS);
        });
    worker.schedule(note("inner"), 3, NANOSECONDS);
    assertThatThrownBy(test::triggerActions).hasMessage("of the cancel");
    assertThat(ran).containsExactly("inner@3");
  }

  @Test
  void otherThread_waitsForTheTimer_goesOnOnceTheTestHasMovedIt() throws Exception {
    FutureTask<Long> waits =
        new FutureTask<>(
            () -> {
              Timeouts.parkNanos(test.timer(), null, 5);
              return test.now(NANOSECONDS);
            });
    Thread.ofVirtual().start(waits);
    while (test.timer().pendingTimeouts() == 0 && !waits.isDone()) {
      Waiting.spin();
    }
    test.advanceTimeBy(5, NANOSECONDS);
    assertThat(waits.get(30, SECONDS)).isEqualTo(5);
  }

  @Test
  void now_atFirst_isZeroOrWhatIsAskedFor() {
    assertThat(test.now(NANOSECONDS)).isZero();
    WheelTestScheduler later = new WheelTestScheduler(5, SECONDS);
    assertThat(later.now(MILLISECONDS)).isEqualTo(5000);
    assertThat(later.createWorker().now(MILLISECONDS)).isEqualTo(5000);
    later.advanceTimeBy(1, SECONDS);
    assertThat(later.now(SECONDS)).isEqualTo(6);
    later.advanceTimeTo(8, SECONDS);
    assertThat(later.now(SECONDS)).isEqualTo(8);
  }

  @Test
  void hook_thatReturnsNull_isRefused() {
    RxJavaPlugins.setScheduleHandler(task -> null);
    Worker hooked = new WheelTestScheduler(true).createWorker();
    assertThatThrownBy(() -> hooked.schedule(note("a")))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the handler of onSchedule returned null");
  }

  @Test
  void schedule_withoutDelay_waitsForTriggerActions() {
    Disposable task = worker.schedule(note("a"));
    Disposable direct = test.scheduleDirect(note("b"));
    assertThat(ran).isEmpty();
    assertThat(task.isDisposed()).isFalse();
    test.triggerActions();
    assertThat(ran).containsExactly("a@0", "b@0");
    assertThat(task.isDisposed()).isTrue();
    assertThat(direct.isDisposed()).isTrue();
  }

  @Test
  void schedule_withoutDelay_byTwoThreadsAtOnce_losesNone() throws Exception {
    int each = 20_000;
    AtomicInteger runs = new AtomicInteger();
    Runnable submits =
        () -> IntStream.range(0, each).forEach(i -> test.scheduleDirect(runs::getAndIncrement));
    Thread second = new Thread(submits);
    second.start();
    submits.run();
    second.join();
    test.triggerActions();
    assertThat(runs).hasValue(2 * each);
  }

  @Test
  void schedule_itselfAgainWithoutDelay_runsWithinTheSameMove() {
    worker.schedule(
        new Runnable() {
          @Override
          public void run() {
            note("a").run();
            if (ran.size() < 1000) {
              worker.schedule(this);
            }
          }
        });
    test.triggerActions();
    assertThat(ran).hasSize(1000).containsOnly("a@0");
  }

  @Test
  void schedule_negativeDelay_isNone() {
    test.advanceTimeBy(5, SECONDS);
    other.schedule(note("zero"), 0, SECONDS);
    worker.schedule(note("a"), -3, SECONDS);
    test.triggerActions();
    assertThat(ran).containsExactly("a@5000000000", "zero@5000000000");
    assertThat(test.now(SECONDS)).isEqualTo(5);
  }

  @Test
  void schedule_forEver_neverComes() {
    test.advanceTimeBy(1, DAYS);
    worker.schedule(note("a"), Long.MAX_VALUE, DAYS);
    test.advanceTimeBy(365 * 200, DAYS);
    assertThat(ran).isEmpty();
  }

  @Test
  void dispose_ofATask_keepsItFromRunning() {
    Disposable delayed = worker.schedule(note("a"), 1, SECONDS);
    Disposable undelayed = worker.schedule(note("b"));
    delayed.dispose();
    undelayed.dispose();
    assertThat(delayed.isDisposed()).isTrue();
    assertThat(test.timer().pendingTimeouts()).isZero();
    test.advanceTimeBy(1, HOURS);
    assertThat(ran).isEmpty();
    assertThat(worker.isDisposed()).isFalse();
  }

  @Test
  void dispose_ofAWorker_dropsItsTasksAndRefusesMore() {
    worker.schedule(note("a"), 1, SECONDS);
    worker.schedule(note("b"));
    other.schedule(note("c"), 1, SECONDS);
    worker.dispose();
    assertThat(test.timer().pendingTimeouts()).isEqualTo(1);
    assertThat(worker.isDisposed()).isTrue();
    assertThat(worker.schedule(note("d"))).isSameAs(Disposable.disposed());
    assertThat(worker.schedule(note("e"), 1, SECONDS)).isSameAs(Disposable.disposed());
    test.advanceTimeBy(1, SECONDS);
    assertThat(ran).containsExactly("c@1000000000");
  }

  @Test
  void task_runOrDisposed_isForgottenByItsWorker() {
    List<WeakReference<Disposable>> tasks = new ArrayList<>();
    tasks.add(new WeakReference<>(worker.schedule(note("a"))));
    tasks.add(new WeakReference<>(worker.schedule(note("b"), 1, SECONDS)));
    Objects.requireNonNull(tasks.get(1).get()).dispose();
    test.triggerActions();
    assertThat(tasks).allMatch(Waiting::isCollected);
  }

  @Test
  void taskThatThrows_failsTheTest_andTheOthersStillCome() {
    IllegalStateException thrown = new IllegalStateException("on purpose");
    for (long delay : new long[] {0, 1}) {
      worker.schedule(
          () -> {
            throw thrown;
          },
          delay,
          SECONDS);
      worker.schedule(note("a"), delay, SECONDS);
    }
    assertThatThrownBy(test::triggerActions).isSameAs(thrown);
    assertThatThrownBy(() -> test.advanceTimeBy(2, SECONDS)).isSameAs(thrown);
    assertThat(test.now(SECONDS)).isEqualTo(1);
    test.triggerActions();
    assertThat(ran).containsExactly("a@0", "a@1000000000");
  }

  @Test
  void taskThatMovesTheTime_isFollowedByWhatIsDueMeanwhile() {
    worker.schedule(
        () -> {
          note("a").run();
          test.advanceTimeBy(5, NANOSECONDS);
          note("z").run();
        },
        1,
        NANOSECONDS);
    other.schedule(note("b"), 1, NANOSECONDS);
    other.schedule(note("c"), 3, NANOSECONDS);
    test.advanceTimeTo(2, NANOSECONDS);
    assertThat(ran).containsExactly("a@1", "b@1", "c@3", "z@6");
    assertThat(test.now(NANOSECONDS)).isEqualTo(6);
  }

  @Test
  void advance_byNothing_runsWhatIsDueNow() {
    WheelTestScheduler later = new WheelTestScheduler(5, SECONDS);
    var unused = later.createWorker().schedule(() -> ran.add("by"));
    later.advanceTimeBy(0, SECONDS);
    var unusedToo = later.createWorker().schedule(() -> ran.add("to"));
    later.advanceTimeTo(5, SECONDS);
    assertThat(ran).containsExactly("by", "to");
    assertThat(later.now(SECONDS)).isEqualTo(5);
  }

  @Test
  void advance_byMoreThanIsLeft_movesToTheEndOfTime() {
    for (long by : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1}) {
      WheelTestScheduler later = new WheelTestScheduler(5, SECONDS);
      later.advanceTimeBy(by, NANOSECONDS);
      assertThat(later.now(NANOSECONDS)).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void advance_byAnOverflowFromBeforeZero_movesToTheEndOfTimeToo() {
    WheelTestScheduler early = new WheelTestScheduler(-5, SECONDS);
    early.advanceTimeBy(Long.MAX_VALUE, DAYS);
    assertThat(early.now(NANOSECONDS)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void advance_fartherThanALongCounts_runsWhatIsDueOnTheWay_atItsTime() {
    WheelTestScheduler early = new WheelTestScheduler(Long.MIN_VALUE, NANOSECONDS);
    Worker first = early.createWorker();
    first.schedule(() -> ran.add("a@" + (early.now(NANOSECONDS) - Long.MIN_VALUE)), 7, NANOSECONDS);
    early.advanceTimeTo(Long.MAX_VALUE, NANOSECONDS);
    assertThat(ran).containsExactly("a@7");
    assertThat(early.now(NANOSECONDS)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void advance_aTaskMovesTheTimePastTheEnd_runsWhatIsThenDue() {
    Timeout timeout = test.timer().schedule(note("timeout"), Duration.ofHours(1));
    var unused =
        worker.schedule(
            () -> {
              test.advanceTimeBy(100, NANOSECONDS);
              timeout.reschedule(0, NANOSECONDS);
            },
            3,
            NANOSECONDS);
    test.advanceTimeBy(5, NANOSECONDS);
    assertThat(ran).containsExactly("timeout@103");
  }

  @Test
  void advance_farther_endsWhereATaskHasMovedTheTime() {
    WheelTestScheduler early = new WheelTestScheduler(Long.MIN_VALUE, NANOSECONDS);
    Worker first = early.createWorker();
    first.schedule(
        () -> {
          early.advanceTimeTo(10, NANOSECONDS);
          first.schedule(note("late"), 5, NANOSECONDS);
        },
        7,
        NANOSECONDS);
    early.advanceTimeTo(5, NANOSECONDS);
    assertThat(early.now(NANOSECONDS)).isEqualTo(10);
    assertThat(ran).isEmpty();
  }

  @Test
  void advance_backwards_isRefused() {
    test.advanceTimeBy(5, SECONDS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> test.advanceTimeTo(4, SECONDS))
        .withMessageContaining("5")
        .withMessageContaining("4");
    assertThatIllegalArgumentException().isThrownBy(() -> test.advanceTimeBy(-1, SECONDS));
    test.advanceTimeBy(Long.MAX_VALUE, DAYS);
    assertThat(test.now(NANOSECONDS)).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1})
  void scheduleHook_thatDisposesOfTheWorker_endsTheTask(long delay) {
    WheelTestScheduler withHook = new WheelTestScheduler(true);
    Worker hooked = withHook.createWorker();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          hooked.dispose();
          return task;
        });
    Disposable task =
        delay < 0 ? hooked.schedule(note("a")) : hooked.schedule(note("a"), delay, SECONDS);
    assertThat(task.isDisposed()).isTrue();
    assertThat(withHook.timer().pendingTimeouts()).isZero();
    withHook.advanceTimeBy(2, SECONDS);
    assertThat(ran).isEmpty();
  }

  @Test
  void scheduleHook_isUsedByWorkersIfAskedFor() {
    List<Runnable> hooked = new ArrayList<>();
    RxJavaPlugins.setScheduleHandler(
        task -> {
          hooked.add(task);
          return task;
        });
    worker.schedule(note("a"));
    worker.schedule(note("a"), 1, SECONDS);
    assertThat(hooked).isEmpty();
    new WheelTestScheduler(true).createWorker().schedule(note("a"));
    new WheelTestScheduler(1, SECONDS, true).createWorker().schedule(note("a"), 1, SECONDS);
    Worker disposed = new WheelTestScheduler(true).createWorker();
    disposed.dispose();
    assertThat(disposed.schedule(note("b"))).isSameAs(Disposable.disposed());
    assertThat(hooked).hasSize(2);
  }

  @Test
  void operators_runInVirtualTime() {
    TestSubscriber<Long> interval = Flowable.interval(1, SECONDS, test).test();
    TestObserver<Integer> delayed = Observable.range(1, 3).delay(2, SECONDS, test).test();
    TestObserver<Integer> observed = Observable.range(1, 3).observeOn(test).test();
    TestObserver<Long> timed = Single.timer(1, HOURS, test).timeout(3, SECONDS, test).test();
    observed.assertNoValues();
    test.triggerActions();
    observed.assertResult(1, 2, 3);
    test.advanceTimeBy(2, SECONDS);
    interval.assertValues(0L, 1L);
    delayed.assertResult(1, 2, 3);
    test.advanceTimeBy(1, SECONDS);
    timed.assertFailure(TimeoutException.class);
  }

  @Test
  void timer_underAWheelScheduler_keepsTheSameTimeAndOrder() {
    WheelScheduler wheel = WheelScheduler.on(test.timer());
    PublishProcessor<Integer> source = PublishProcessor.create();
    TestSubscriber<Integer> idle =
        source.compose(WheelOperators.timeout(Duration.ofSeconds(3), wheel)).test();
    worker.schedule(note("a"), 1, SECONDS);
    wheel.scheduleDirect(note("b"), 1, SECONDS);
    worker.schedule(note("c"), 1, SECONDS);
    wheel.scheduleDirect(note("d"));
    assertThat(ran).isEmpty();
    test.advanceTimeBy(1, SECONDS);
    assertThat(ran).containsExactly("d@0", "a@1000000000", "b@1000000000", "c@1000000000");
    idle.assertNoErrors();
    test.advanceTimeBy(2, SECONDS);
    idle.assertFailure(TimeoutException.class);
  }

  @Test
  void task_waitsForAThreadThatMovesTheTime_goesOn() {
    worker.schedule(
        () -> {
          Thread mover = Thread.ofPlatform().start(() -> test.advanceTimeBy(5, NANOSECONDS));
          try {
            mover.join();
          } catch (InterruptedException waitedTooLong) {
            throw new IllegalStateException(waitedTooLong);
          }
        },
        1,
        NANOSECONDS);
    test.advanceTimeBy(1, NANOSECONDS);
    assertThat(test.now(NANOSECONDS)).isEqualTo(6);
  }

  @Test
  void task_movesTimeToItsEnd_itStaysThere() {
    WheelTestScheduler early = new WheelTestScheduler(-100, NANOSECONDS);
    var unused =
        early.scheduleDirect(
            () -> early.advanceTimeTo(Long.MAX_VALUE, NANOSECONDS), 1, NANOSECONDS);
    early.advanceTimeBy(10, NANOSECONDS);
    assertThat(early.now(NANOSECONDS)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void toString_saysTheTimeAndWhatWaits() {
    worker.schedule(note("a"), 1, SECONDS);
    assertThat(test).hasToString("WheelTestScheduler(ManualClock[0], 1 tasks)");
  }
}
