package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.DelegatingContract;
import io.loomwheel.contract.Subject;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The wheel waits, and another scheduler runs. */
class WheelSchedulerDelegatingTest extends DelegatingContract {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Scheduler target = Schedulers.newParallel("target", 2);
  private final WheelScheduler scheduler = WheelScheduler.delegating(timer, target);

  @Override
  protected Subject delegating() {
    return new ReactorEcosystem.OfScheduler(scheduler);
  }

  @Override
  protected Subject delegatingToThreads() {
    Scheduler few = new WheelFactory(timer).newParallel(2, Thread::new);
    few.init();
    return new ReactorEcosystem.OfScheduler(few);
  }

  @Override
  protected void runOnTarget(Runnable task) {
    target.schedule(task);
  }

  @Override
  protected void onSchedule(UnaryOperator<Runnable> hook) {
    Schedulers.onScheduleHook("test", hook);
  }

  @Override
  protected void reset() {
    Schedulers.resetOnScheduleHooks();
    scheduler.disposeGracefully().block(LONG);
    target.dispose();
  }

  @Test
  void toString_saysTheTimerAndTheTarget() {
    assertThat(scheduler).hasToString("WheelScheduler(" + timer + ", parallel(2,\"target\"))");
  }

  @Test
  void targetDisposed_rejectsSubmissions_andDropsWhatWaits() {
    ManualClock clock = new ManualClock();
    WheelScheduler manual =
        WheelScheduler.delegating(WheelTimer.builder().clock(clock).build(), target);
    Scheduler.Worker worker = manual.createWorker();
    CountDownLatch ran = new CountDownLatch(1);
    Disposable direct = manual.schedule(ran::countDown, 1, SECONDS);
    Disposable ofWorker = worker.schedule(ran::countDown, 1, SECONDS);
    target.dispose();
    for (Runnable submission :
        List.<Runnable>of(
            () -> manual.schedule(() -> {}),
            () -> manual.schedule(() -> {}, 1, SECONDS),
            () -> manual.createWorker().schedule(() -> {}, 1, SECONDS))) {
      assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(submission::run);
    }
    worker.dispose();
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran.getCount()).isEqualTo(1);
    assertThat(direct.isDisposed()).isTrue();
    assertThat(ofWorker.isDisposed()).isTrue();
    manual.disposeGracefully().block(LONG);
  }

  @Test
  void targetFull_tellsTheCallerOfATaskWithoutDelay() throws Exception {
    Scheduler small = Schedulers.newBoundedElastic(1, 1, "small");
    WheelScheduler onSmall = WheelScheduler.delegating(timer, small);
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    onSmall.schedule(
        () -> {
          running.countDown();
          Waiting.forLatch(go);
        });
    assertThat(running.await(30, SECONDS)).isTrue();
    onSmall.schedule(() -> {});
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> onSmall.schedule(() -> {}));
    go.countDown();
    onSmall.disposeGracefully().block(LONG);
    small.dispose();
  }

  @Test
  void targetFull_whenTasksAreDue_runsThemAllOnItsThreadsLater() throws Exception {
    Scheduler small = Schedulers.newBoundedElastic(1, 1, "small");
    ManualClock clock = new ManualClock();
    WheelTimer manual = WheelTimer.builder().clock(clock).build();
    WheelScheduler onSmall = WheelScheduler.delegating(manual, small);
    Scheduler.Worker worker = onSmall.createWorker();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    small.schedule(
        () -> {
          running.countDown();
          Waiting.forLatch(go);
        });
    assertThat(running.await(30, SECONDS)).isTrue();
    CountDownLatch done = new CountDownLatch(200);
    List<Integer> order = new ArrayList<>(); // plain on purpose: the target has to publish it
    for (int i = 0; i < 100; i++) {
      int number = i;
      onSmall.schedule(task(done), 1, SECONDS);
      worker.schedule(
          () -> {
            order.add(number);
            task(done).run();
          },
          1,
          SECONDS);
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(threads).isEmpty();
    go.countDown();
    while (!done.await(1, MILLISECONDS)) {
      clock.advance(Duration.ofMillis(10));
    }
    assertThat(order).hasSize(100).isSorted();
    assertThat(threads).containsExactly("small");
    small.dispose();
  }

  @Test
  void targetsWorkerDisposed_disposesOfOurs() {
    Scheduler.Worker[] made = new Scheduler.Worker[1];
    Scheduler remembering =
        new Scheduler() {
          @Override
          public Disposable schedule(Runnable task) {
            return Schedulers.immediate().schedule(task);
          }

          @Override
          public Worker createWorker() {
            made[0] = Schedulers.immediate().createWorker();
            return made[0];
          }
        };
    Scheduler.Worker worker = WheelScheduler.delegating(timer, remembering).createWorker();
    worker.schedule(() -> {});
    assertThat(worker.isDisposed()).isFalse();
    made[0].dispose();
    assertThat(worker.isDisposed()).isTrue();
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> worker.schedule(() -> {}, 1, SECONDS));
  }

  @Test
  void targetDisposedOf_dropsTheWorkersTasks_thatAreDue_andEndsPeriods() {
    ManualClock clock = new ManualClock();
    WheelTimer manual = WheelTimer.builder().clock(clock).build();
    Scheduler.Worker worker = WheelScheduler.delegating(manual, target).createWorker();
    CountDownLatch ran = new CountDownLatch(1);
    Disposable once = worker.schedule(ran::countDown, 1, SECONDS);
    Disposable periodic = worker.schedulePeriodically(ran::countDown, 1, 1, SECONDS);
    target.dispose();
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran.getCount()).isEqualTo(1);
    assertThat(once.isDisposed()).isTrue();
    assertThat(periodic.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(manual.pendingTimeouts()).isZero();
  }

  @Test
  void onSchedule_isCalledOnTheCallersThreadForEverySubmission() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Thread caller = Thread.currentThread();
    Schedulers.onScheduleHook(
        "count",
        task -> {
          if (Thread.currentThread() == caller) {
            calls.incrementAndGet();
          }
          return task;
        });
    CountDownLatch done = new CountDownLatch(4);
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(done::countDown);
    scheduler.schedule(done::countDown, 1, MILLISECONDS);
    worker.schedule(done::countDown);
    worker.schedule(done::countDown, 1, MILLISECONDS);
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(calls).hasValue(5); // once more by the target, which gets the Worker's tasks as one
  }

  /** The target calls it for all that it is handed, and there is no public way past that. */
  @Test
  void onSchedule_isCalledByTheTargetOnceMore_forEachHandingOver_soForEachPeriod()
      throws Exception {
    ManualClock clock = new ManualClock();
    WheelTimer manual = WheelTimer.builder().clock(clock).build();
    ExecutorService one = Executors.newSingleThreadExecutor();
    Scheduler onOne = Schedulers.fromExecutorService(one);
    WheelScheduler byHand = WheelScheduler.delegating(manual, onOne);
    BlockingQueue<String> wraps = new LinkedBlockingQueue<>();
    Schedulers.onScheduleHook(
        "wrap",
        task -> {
          wraps.add("made");
          return () -> {
            wraps.add("run");
            task.run();
          };
        });
    Disposable task = byHand.schedulePeriodically(() -> wraps.add("task"), 1, 1, HOURS);
    assertThat(wraps.poll(30, SECONDS)).isEqualTo("made"); // of the submission
    for (int period = 0; period < 3; period++) {
      clock.advance(Duration.ofHours(1));
      for (String step : List.of("made", "run", "run", "task")) { // target's, target's, ours
        assertThat(wraps.poll(30, SECONDS)).isEqualTo(step);
      }
      one.submit(() -> {}).get(); // what was handed over has ended: the next is handed over anew
    }
    task.dispose();
    assertThat(wraps).isEmpty();
    onOne.dispose();
  }
}
