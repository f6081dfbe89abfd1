package io.loomwheel.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is left of a Worker that is disposed of, or of one of its tasks: nothing. */
public abstract class WorkerDisposalContract extends SchedulerContract {
  private final Taker worker = scheduler.createWorker();

  protected WorkerDisposalContract(Ecosystem ecosystem) {
    super(ecosystem);
  }

  @Test
  void dispose_ofOneTask_leavesTheOthers() {
    Handle first = accepted(worker.schedule(() -> ran.add("first"), 10, MILLISECONDS));
    worker.schedule(() -> ran.add("second"), 10, MILLISECONDS);
    first.dispose();
    assertThat(worker.isDisposed()).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("second");
  }

  @Test
  void dispose_dropsAllThatIsPending_andLeavesOtherWorkersAlone() {
    Handle pending = accepted(worker.schedule(() -> ran.add("dropped"), 10, MILLISECONDS));
    Handle periodic =
        accepted(worker.schedulePeriodically(() -> ran.add("dropped"), 1, 1, SECONDS));
    scheduler.createWorker().schedule(() -> ran.add("other"), 10, MILLISECONDS);
    worker.dispose();
    worker.dispose();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(pending.isDisposed()).isTrue();
    assertThat(periodic.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(10));
    assertThat(ran).containsExactly("other");
  }

  @Test
  void dispose_leavesTheScheduler_andWorkersThatAreMadeLater() {
    Taker before = scheduler.createWorker();
    worker.dispose();
    Taker later = scheduler.createWorker();
    before.schedule(() -> ran.add("made before"));
    later.schedule(() -> ran.add("made later"));
    later.schedule(() -> ran.add("delayed"), 1, SECONDS);
    scheduler.schedule(() -> ran.add("of no Worker"), 2, SECONDS);
    clock.advance(Duration.ofSeconds(3));
    assertThat(ran).containsExactly("made before", "made later", "delayed", "of no Worker");
    assertThat(before.isDisposed()).isFalse();
    assertThat(later.isDisposed()).isFalse();
  }

  @Test
  void dispose_leavesEveryHandleDisposed_ofWhatRunsAndIsQueuedToo() {
    Taker busy = real.createWorker();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    List<Handle> tasks = new ArrayList<>();
    tasks.add(accepted(busy.schedule(() -> block(running, interrupted))));
    tasks.add(accepted(busy.schedule(() -> ran.add("queued"))));
    tasks.add(accepted(busy.schedule(() -> ran.add("waiting"), 1, SECONDS)));
    tasks.add(accepted(busy.schedulePeriodically(() -> ran.add("periodic"), 1, 1, SECONDS)));
    await(running);
    busy.dispose();
    assertThat(tasks).allMatch(Handle::isDisposed);
    await(interrupted);
    assertThat(ran).isEmpty();
  }

  @Test
  void dispose_fromItsOwnTask_dropsTheRestWithoutInterrupting() {
    AtomicBoolean interrupted = new AtomicBoolean();
    worker.schedule(
        () -> {
          worker.dispose();
          interrupted.set(Thread.currentThread().isInterrupted());
          ran.add("first");
        },
        10,
        MILLISECONDS);
    worker.schedule(() -> ran.add("second"), 10, MILLISECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("first");
    assertThat(interrupted).isFalse();
  }

  /**
   * The flag is set before anything is cancelled, so what ran is a beginning of what was queued.
   */
  @Test
  void dispose_whileTasksRun_skipsNoneOfThoseBeforeTheLastThatRan() {
    int queued = 20;
    for (int round = 0; round < 500; round++) {
      Taker busy = real.createWorker();
      int[] order = new int[queued];
      AtomicInteger count = new AtomicInteger(); // publishes the array to the test
      AtomicInteger inside = new AtomicInteger();
      CountDownLatch first = new CountDownLatch(1);
      for (int i = 0; i < queued; i++) {
        int number = i;
        busy.schedule(
            () -> {
              inside.incrementAndGet();
              first.countDown();
              order[count.get()] = number;
              count.incrementAndGet();
              inside.decrementAndGet();
            });
      }
      await(first);
      busy.dispose();
      while (inside.get() > 0) {
        Waiting.spin();
      }
      int last = count.get();
      assertThat(Arrays.copyOf(order, last)).isEqualTo(IntStream.range(0, last).toArray());
    }
  }

  @Test
  void dispose_racingWithSubmissions_leavesNothingBehind() throws Exception {
    for (int round = 0; round < 200; round++) {
      Taker raced = real.createWorker();
      List<Handle> tasks = new ArrayList<>();
      CountDownLatch started = new CountDownLatch(1);
      Thread submitter =
          Thread.ofPlatform()
              .start(
                  () -> {
                    Handle task = raced.schedule(() -> {}, 1, SECONDS);
                    while (task != null) {
                      tasks.add(task);
                      started.countDown();
                      task = raced.schedule(() -> {}, 1, SECONDS);
                    }
                    started.countDown();
                  });
      await(started);
      raced.dispose();
      submitter.join();
      assertThat(tasks).allMatch(Handle::isDisposed);
    }
  }

  @Test
  void dispose_byATaskBehindAPeriodicOne_leavesThatAccepted_whichHasRun() {
    Taker inline = ecosystem.on(timer, Runnable::run).createWorker();
    Handle task =
        inline.schedulePeriodically(
            () -> {
              ran.add("once");
              inline.schedule(inline::dispose);
            },
            0,
            1,
            SECONDS);
    assertThat(ran).containsExactly("once");
    assertThat(accepted(task).isDisposed()).isTrue();
  }

  @Test
  void disposeOfTheScheduler_endsAWorkerWhoseDueTasksAnExecutorHasLost() {
    for (boolean byTimer : List.of(false, true)) {
      ran.clear();
      AtomicInteger lost = new AtomicInteger();
      Executor loses = task -> lost.incrementAndGet();
      WheelTimer.Builder builder = WheelTimer.builder().maxPendingTimeouts(2);
      WheelTimer limited = byTimer ? builder.taskExecutor(loses).build() : builder.build();
      Subject losing = byTimer ? ecosystem.on(limited) : ecosystem.on(limited, loses);
      Taker lossy = losing.createWorker();
      Handle first = accepted(lossy.schedule(() -> ran.add("first"), 1, MILLISECONDS));
      Handle second = accepted(lossy.schedule(() -> ran.add("second"), 1, MILLISECONDS));
      while (lost.get() == 0 && ran.size() < 2) { // a target of few threads loses none
        Waiting.spin();
      }
      losing.dispose();
      while (!first.isDisposed() || !second.isDisposed() || limited.pendingTimeouts() > 0) {
        Waiting.spin();
      }
      limited.stop();
    }
  }

  /** The scheduler is closed by then, but what waits isn't disposed of yet. */
  @Test
  void disposeOfTheScheduler_whileAPeriodicTaskIsSubmittedThatHasRun_leavesItAccepted()
      throws Exception {
    CountDownLatch behind = new CountDownLatch(1);
    CountDownLatch disposing = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    Subject own = ecosystem.on(timer, task -> startAndAwait(disposing, answered, task));
    Taker busy = own.createWorker();
    Thread disposer =
        Thread.ofPlatform()
            .start(
                () -> {
                  await(behind);
                  own.dispose();
                });
    Handle task =
        busy.schedulePeriodically(
            () -> {
              ran.add("once");
              busy.schedule(() -> block(behind, new CountDownLatch(1)));
            },
            0,
            1,
            SECONDS);
    answered.countDown();
    disposer.join();
    assertThat(ran).containsExactly("once");
    assertThat(accepted(task).isDisposed()).isTrue();
  }

  /** Starts a thread, and waits for its interrupt, which waits for the answer. */
  private static void startAndAwait(
      CountDownLatch disposing, CountDownLatch answered, Runnable task) {
    Thread thread =
        new Thread(task) {
          @Override
          public void interrupt() {
            disposing.countDown();
            SchedulerContract.await(answered);
            super.interrupt();
          }
        };
    thread.start();
    await(disposing);
  }
}
