package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is due on a scheduler of one thread, which the test is. */
class RxBatchesTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final Queue<Runnable> handed = new ArrayDeque<>();
  private final List<Integer> ran = new ArrayList<>();
  private boolean refuses;
  private boolean runsAtOnce;
  private final List<OfThread> threads = new ArrayList<>();

  private final Scheduler target =
      new Scheduler() {
        @Override
        public Disposable scheduleDirect(Runnable task) {
          if (refuses) {
            return Disposable.disposed();
          }
          handed.add(task);
          return Disposable.fromAction(() -> handed.remove(task));
        }

        @Override
        public Worker createWorker() {
          OfThread made = new OfThread();
          threads.add(made);
          return made;
        }
      };

  /** As RxJava's, its answer looks the same if a task was refused and if it has run. */
  private final class OfThread extends Scheduler.Worker {
    private boolean isGone;
    private int given;

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
      given++;
      if (runsAtOnce) {
        task.run();
      }
      return runsAtOnce || isGone ? Disposable.disposed() : target.scheduleDirect(task);
    }

    @Override
    public void dispose() {}

    @Override
    public boolean isDisposed() {
      return false;
    }
  }

  private final WheelScheduler scheduler = WheelScheduler.delegating(timer, target, true, 1);

  private List<Disposable> submit(int tasks) {
    return IntStream.range(0, tasks)
        .mapToObj(i -> scheduler.scheduleDirect(() -> ran.add(i), 1, SECONDS))
        .toList();
  }

  /** {@return a Worker with a task that is due in a second} */
  private Scheduler.Worker workerOf(int number) {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.schedule(() -> ran.add(number), 1, SECONDS);
    return worker;
  }

  private void runAll() {
    for (Runnable task; (task = handed.poll()) != null; ) {
      task.run();
    }
  }

  @Test
  void tasks_areForTheThreadThatComesFirst_oneHandOverEach() {
    WheelScheduler two = WheelScheduler.delegating(timer, target, true, 2);
    for (int i = 0; i < 5; i++) {
      two.scheduleDirect(() -> ran.add(1), 1, SECONDS);
    }
    clock.advance(SECOND);
    assertThat(handed).hasSize(2);
    handed.poll().run();
    assertThat(ran).hasSize(5);
    runAll();
    assertThat(ran).hasSize(5);
  }

  @Test
  void task_afterOthersHaveStartedTheSchedulerAgain_runs() {
    submit(1);
    clock.advance(SECOND);
    runAll();
    threads.forEach(thread -> thread.isGone = true);
    submit(1);
    clock.advance(SECOND);
    runAll();
    assertThat(ran).containsExactly(0, 0);
    submit(1);
    clock.advance(SECOND);
    runAll();
    assertThat(ran).as("by new threads").containsExactly(0, 0, 0);
  }

  @Test
  void refused_areDisposedOf() {
    refuses = true;
    List<Disposable> tasks = submit(3);
    clock.advance(SECOND);
    assertThat(tasks).allMatch(Disposable::isDisposed);
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void workersDueTogether_areForBothThreads() {
    WheelScheduler two = WheelScheduler.delegating(timer, target, true, 2);
    for (int i = 0; i < 4; i++) {
      two.createWorker().schedule(() -> ran.add(1), 1, SECONDS);
    }
    clock.advance(SECOND);
    assertThat(handed).as("each thread looks for them").hasSize(2);
    handed.poll().run();
    assertThat(ran).as("while the other doesn't begin").hasSize(4);
  }

  @Test
  void taskThatIsDue_isForAThreadToWhichNothingElseWasGiven_thoughThatHasNotBegun() {
    WheelScheduler two = WheelScheduler.delegating(timer, target, true, 2);
    two.scheduleDirect(() -> {});
    two.scheduleDirect(() -> {}, 1, SECONDS);
    clock.advance(SECOND);
    assertThat(threads).extracting(thread -> thread.given).containsExactly(1, 1);
  }

  @Test
  void threadThatHasNeverBegun_isReplaced_asItMayBeOneThatIsKeptBusy() {
    WheelScheduler two = WheelScheduler.delegating(timer, target, true, 2);
    for (int i = 1; i <= 4; i++) {
      two.scheduleDirect(() -> {}, i, SECONDS);
    }
    two.scheduleDirect(
        () -> {
          clock.advance(SECOND);
          assertThat(threads).extracting(thread -> thread.given).containsExactly(1, 1);
          letItBeAskedAgain();
          clock.advance(SECOND);
          clock.advance(SECOND);
          clock.advance(SECOND);
        });
    handed.poll().run();
    assertThat(threads.get(2).given).isPositive();
  }

  private static void letItBeAskedAgain() {
    for (long begun = System.nanoTime(); System.nanoTime() - begun < 2_000_000; ) {
      Waiting.spin();
    }
  }

  @Test
  void onlyThread_thatIsKeptBusyBeforeItHasBegun_hasOneTurnInItsQueue() {
    for (int i = 0; i < 4; i++) {
      Disposable due = scheduler.scheduleDirect(() -> {}, 1, SECONDS);
      clock.advance(SECOND);
      letItBeAskedAgain();
      due.dispose();
    }
    assertThat(handed).hasSize(1);
  }

  @Test
  void workerOfAThread_disposedOf_leavesNothingInTheTargetsQueue() {
    Scheduler.Worker worker = scheduler.createWorker();
    worker.schedule(() -> ran.add(1));
    assertThat(handed).hasSize(1);
    worker.dispose();
    assertThat(handed).isEmpty();
  }

  @Test
  void workersOfAThread_dueWhileItIsBusy_areOneHandOverInItsQueue() {
    for (int i = 0; i < 3; i++) {
      workerOf(i);
      clock.advance(SECOND);
    }
    assertThat(handed).hasSize(1);
    runAll();
    assertThat(ran).containsExactly(0, 1, 2);
    workerOf(3);
    clock.advance(SECOND);
    runAll();
    assertThat(ran).endsWith(3);
  }

  @Test
  void threadThatHasRunTheBatch_asItIsHandedOver_hasNotRefusedIt() {
    runsAtOnce = true;
    Scheduler.Worker worker = workerOf(1);
    clock.advance(SECOND);
    assertThat(ran).containsExactly(1);
    assertThat(worker.isDisposed()).isFalse();
  }

  @Test
  void threadThatRefuses_endsItsWorkers_andIsAskedAnewByOthers() {
    refuses = true;
    Scheduler.Worker first = workerOf(1);
    Scheduler.Worker second = workerOf(2);
    clock.advance(SECOND);
    assertThat(first.isDisposed()).isTrue();
    assertThat(second.isDisposed()).isTrue();
    refuses = false; // others have started the target again
    workerOf(3);
    clock.advance(SECOND);
    runAll();
    assertThat(ran).containsExactly(3);
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
