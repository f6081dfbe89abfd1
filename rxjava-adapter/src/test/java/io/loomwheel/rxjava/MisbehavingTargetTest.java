package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows where an executor or another scheduler breaks the rules. */
class MisbehavingTargetTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final List<Throwable> errors = new ArrayList<>();
  private final List<String> ran = new ArrayList<>();

  @BeforeEach
  void keepErrors() {
    RxJavaPlugins.setErrorHandler(errors::add);
  }

  @AfterEach
  void tidy() {
    WheelPlugins.uninstall();
    RxJavaPlugins.reset();
  }

  private WheelScheduler on(Executor executor) {
    return WheelScheduler.builder().timer(timer).taskExecutor(executor).build();
  }

  static Scheduler scheduler(Scheduler.Worker worker) {
    return new Scheduler() {
      @Override
      public Worker createWorker() {
        return worker;
      }
    };
  }

  /** {@return one that runs tasks on the spot, and that does so when it is disposed of} */
  static Scheduler.Worker worker(Runnable onDispose) {
    Scheduler.Worker stock = Schedulers.trampoline().createWorker();
    return new Scheduler.Worker() {
      @Override
      public Disposable schedule(Runnable run, long delay, TimeUnit unit) {
        return stock.schedule(run, delay, unit);
      }

      @Override
      public void dispose() {
        onDispose.run();
      }

      @Override
      public boolean isDisposed() {
        return false;
      }
    };
  }

  private static boolean isOver(CountDownLatch latch) {
    try {
      return latch.await(10, SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void assertReported(int times) {
    assertThat(errors).hasSize(times).allMatch(e -> e.getMessage().contains("on purpose"));
  }

  @Test
  void executor_thatThrowsAnything_hasRefused_andTheWorkerEnds() {
    WheelScheduler rx =
        on(
            task -> {
              throw new UnsupportedOperationException("on purpose");
            });
    assertThat(rx.scheduleDirect(() -> ran.add("direct"))).isSameAs(Disposable.disposed());
    Disposable delayed = rx.scheduleDirect(() -> ran.add("delayed"), 1, SECONDS);
    Scheduler.Worker first = rx.createWorker();
    assertThat(first.schedule(() -> ran.add("of a Worker"))).isSameAs(Disposable.disposed());
    Scheduler.Worker second = rx.createWorker();
    Disposable ofWorker = second.schedule(() -> ran.add("of a Worker"), 1, SECONDS);
    clock.advance(SECOND);
    assertReported(4);
    assertThat(List.of(delayed, ofWorker, first, second)).allMatch(Disposable::isDisposed);
    assertThat(ran).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void executor_thatFindsNoStack_hasRefusedNothing_andTheWorkerGoesOn() {
    AtomicBoolean fails = new AtomicBoolean(true);
    WheelScheduler rx =
        on(
            task -> {
              if (fails.getAndSet(false)) {
                throw new StackOverflowError("on purpose");
              }
              task.run();
            });
    Scheduler.Worker worker = rx.createWorker();
    assertThatThrownBy(() -> worker.schedule(() -> ran.add("first")))
        .isInstanceOf(StackOverflowError.class);
    worker.schedule(() -> ran.add("next"));
    assertThat(ran).containsExactly("next");
  }

  /** A handler may block; the driver would hold up all that is due. */
  @Test
  void executor_thatRefusesWhatIsDue_isReportedByAnotherThreadThanTheDriver() throws Exception {
    WheelTimer ticking = WheelTimer.builder().name("ticking").build();
    BlockingQueue<String> reporters = new LinkedBlockingQueue<>();
    RxJavaPlugins.setErrorHandler(error -> reporters.add(Thread.currentThread().getName()));
    WheelScheduler rx =
        WheelScheduler.builder()
            .timer(ticking)
            .taskExecutor(
                task -> {
                  throw new RejectedExecutionException("on purpose");
                })
            .build();
    rx.scheduleDirect(() -> ran.add("direct"), 1, MILLISECONDS);
    rx.schedulePeriodicallyDirect(() -> ran.add("periodic"), 1, 1, MILLISECONDS);
    rx.createWorker().schedule(() -> ran.add("of a Worker"), 1, MILLISECONDS);
    for (int i = 0; i < 3; i++) {
      assertThat(reporters.poll(30, SECONDS)).isNotNull().doesNotContain("driver");
    }
    ticking.stop();
  }

  @Test
  void executor_thatRunsATaskAndThenThrows_runsItOnce_andIsReported() {
    WheelScheduler rx =
        on(
            task -> {
              task.run();
              throw new IllegalStateException("on purpose");
            });
    rx.scheduleDirect(() -> ran.add("direct"));
    rx.scheduleDirect(() -> ran.add("delayed"), 1, SECONDS);
    Scheduler.Worker worker = rx.createWorker();
    worker.schedule(() -> ran.add("of a Worker"));
    clock.advance(SECOND);
    assertThat(ran).containsExactly("direct", "of a Worker", "delayed");
    assertReported(3);
    assertThat(worker.isDisposed()).isTrue();
  }

  @Test
  void executor_thatRunsTwice_runsEachTaskOnce_andEachPeriodOnce() {
    WheelScheduler rx =
        on(
            task -> {
              task.run();
              task.run();
            });
    rx.scheduleDirect(() -> ran.add("direct"));
    rx.createWorker().schedule(() -> ran.add("of a Worker"));
    Disposable periodic = rx.schedulePeriodicallyDirect(() -> ran.add("tick"), 1, 1, SECONDS);
    clock.advance(Duration.ofSeconds(3));
    assertThat(ran).containsExactly("direct", "of a Worker", "tick", "tick", "tick");
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    periodic.dispose();
    assertThat(errors).isEmpty();
  }

  @Test
  void executor_thatRunsATaskAgainLater_runsItOnce() {
    Queue<Runnable> kept = new ArrayDeque<>();
    WheelScheduler rx =
        on(
            task -> {
              kept.add(task);
              task.run();
            });
    Scheduler.Worker worker = rx.createWorker();
    rx.scheduleDirect(() -> ran.add("direct"), 1, SECONDS);
    worker.schedule(() -> ran.add("of a Worker"), 1, SECONDS);
    Disposable periodic = rx.schedulePeriodicallyDirect(() -> ran.add("tick"), 2, 1, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    kept.forEach(Runnable::run);
    assertThat(ran).hasSize(3).containsOnlyOnce("direct", "of a Worker", "tick");
    periodic.dispose();
  }

  /** As some rejection policies do. Nobody can know; so such a policy is no good here. */
  @Test
  void executor_thatDropsTasks_losesThem_untilTheyAreDisposedOf() {
    WheelScheduler rx = on(task -> {});
    Disposable direct = rx.scheduleDirect(() -> ran.add("direct"), 1, SECONDS);
    Scheduler.Worker worker = rx.createWorker();
    Disposable ofWorker = worker.schedule(() -> ran.add("of a Worker"), 1, SECONDS);
    clock.advance(SECOND);
    assertThat(List.of(direct, ofWorker)).noneMatch(Disposable::isDisposed);
    direct.dispose();
    worker.dispose();
    assertThat(List.of(direct, ofWorker)).allMatch(Disposable::isDisposed);
    assertThat(rx).asString().contains("0 tasks");
    assertThat(errors).isEmpty();
  }

  @Test
  void executor_thatShutsTheSchedulerDownInItsOwnCall_losesTheTask_quietly() {
    WheelScheduler[] self = new WheelScheduler[1];
    self[0] =
        on(
            task -> {
              self[0].shutdown();
              task.run();
            });
    Disposable delayed = self[0].scheduleDirect(() -> ran.add("delayed"), 1, SECONDS);
    Disposable ofWorker = self[0].createWorker().schedule(() -> ran.add("worker"), 1, SECONDS);
    clock.advance(SECOND);
    assertThat(List.of(delayed, ofWorker)).allMatch(Disposable::isDisposed);
    assertThat(ran).isEmpty();
    assertThat(errors).isEmpty();
  }

  @Test
  void target_thatThrowsFromCreateWorker_isReportedOnceSomethingIsDue_andEndsTheWorker() {
    WheelScheduler rx =
        WheelScheduler.delegating(
            timer,
            new Scheduler() {
              @Override
              public Worker createWorker() {
                throw new IllegalStateException("on purpose");
              }
            });
    Scheduler.Worker worker = rx.createWorker();
    Disposable once = worker.schedule(() -> ran.add("never"), 1, SECONDS);
    Disposable period = rx.schedulePeriodicallyDirect(() -> ran.add("never"), 1, 1, SECONDS);
    clock.advance(SECOND);
    assertReported(2);
    assertThat(worker.isDisposed()).isTrue();
    assertThat(once.isDisposed()).isTrue();
    assertThat(period.isDisposed()).isTrue();
    assertThat(rx.createWorker().schedule(() -> {})).isSameAs(Disposable.disposed());
    assertReported(3);
    assertThat(ran).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  @Test
  void target_thatHasNoMemoryForAWorker_isAskedAgain_andThePeriodGoesOn() {
    CountDownLatch later = new CountDownLatch(3);
    AtomicBoolean failed = new AtomicBoolean();
    WheelScheduler rx =
        WheelScheduler.delegating(
            timer,
            new Scheduler() {
              @Override
              public Worker createWorker() {
                if (!failed.getAndSet(true)) {
                  throw new OutOfMemoryError("on purpose");
                }
                return Schedulers.trampoline().createWorker();
              }
            });
    Disposable period = rx.schedulePeriodicallyDirect(later::countDown, 1, 1, SECONDS);
    while (later.getCount() > 0) {
      clock.advance(SECOND); // the period may be armed again only now
      Thread.onSpinWait();
    }
    assertThat(period.isDisposed()).isFalse();
  }

  /** The target calls it behind the place of what is due, which then has run nothing. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void onSchedule_whoseWrapperThrowsOnce_whatWasDueRunsWithWhatComesNext(int threads)
      throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    CountDownLatch handedOver = new CountDownLatch(1); // earlier it would look as if refused
    RxJavaPlugins.setScheduleHandler(
        task ->
            () -> {
              if (fails.getAndSet(false)) {
                Waiting.forLatch(handedOver);
                throw new IllegalStateException("on purpose");
              }
              task.run();
            });
    Scheduler target = RxJavaPlugins.createSingleScheduler(Thread.ofVirtual().factory());
    WheelScheduler rx = WheelScheduler.delegating(timer, target, true, threads);
    Scheduler.Worker worker = rx.createWorker();
    BlockingQueue<String> done = new LinkedBlockingQueue<>();
    fails.set(true);
    submit(threads, rx, worker, () -> done.add("first"));
    CountDownLatch over = new CountDownLatch(1);
    while (fails.get()) {
      Waiting.spin();
    }
    handedOver.countDown();
    target.scheduleDirect(over::countDown);
    assertThat(isOver(over)).isTrue();
    assertReported(1);
    submit(threads, rx, worker, () -> done.add("next"));
    clock.advance(SECOND); // a Worker tries again a little later
    assertThat(done.poll(30, SECONDS)).isEqualTo("first");
    assertThat(done.poll(30, SECONDS)).isEqualTo("next");
    target.shutdown();
  }

  /** Submits what is due on any thread, or a Worker's task. */
  private void submit(int threads, Scheduler any, Scheduler.Worker worker, Runnable task) {
    if (threads > 0) {
      any.scheduleDirect(task, 1, SECONDS);
      clock.advance(SECOND);
    } else {
      worker.schedule(task);
    }
  }

  @Test
  void onSchedule_thatThrowsWhenTheTargetCallsIt_isReported_andWhatWasDueRuns() throws Exception {
    Scheduler target = RxJavaPlugins.createSingleScheduler(Thread.ofVirtual().factory());
    WheelScheduler rx = WheelScheduler.delegating(timer, target);
    Thread caller = Thread.currentThread();
    AtomicBoolean submits = new AtomicBoolean(true);
    RxJavaPlugins.setScheduleHandler(
        task -> {
          if (Thread.currentThread() != caller || !submits.get()) {
            throw new IllegalStateException("on purpose");
          }
          return task;
        });
    BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
    RxJavaPlugins.setErrorHandler(reported::add);
    Scheduler.Worker worker = rx.createWorker();
    BlockingQueue<String> done = new LinkedBlockingQueue<>();
    rx.scheduleDirect(() -> done.add("direct"), 1, SECONDS);
    worker.schedule(() -> done.add("of a Worker"), 2, SECONDS);
    submits.set(false);
    for (String each : List.of("direct", "of a Worker")) {
      clock.advance(SECOND);
      assertThat(done.poll(30, SECONDS)).isEqualTo(each);
      assertThat(reported.poll(30, SECONDS)).hasMessage("on purpose");
    }
    assertThat(worker.isDisposed()).isFalse();
    target.shutdown();
  }

  /** As on the target itself. What the Worker has accepted before is none of the caller's. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onSchedule_thatThrowsWhenTheTargetCallsIt_throwsForWhatHasNoDelay_andEndsNoWorker(
      boolean hasThreads) throws Exception {
    Scheduler single = RxJavaPlugins.createSingleScheduler(Thread.ofVirtual().factory());
    Scheduler target = hasThreads ? Schedulers.single() : single;
    Scheduler rx = new RxDelegatingScheduler(timer, target);
    Scheduler.Worker worker = rx.createWorker();
    BlockingQueue<String> done = new LinkedBlockingQueue<>();
    worker.schedule(() -> done.add("accepted before"), 1, SECONDS);
    int[] calls = new int[1];
    RxJavaPlugins.setScheduleHandler(
        task -> {
          if (++calls[0] == 2) { // the first is ours
            throw new IllegalStateException("on purpose");
          }
          return task;
        });

    assertThatIllegalStateException()
        .isThrownBy(() -> worker.schedule(() -> done.add("of a Worker")))
        .withMessage("on purpose");
    calls[0] = 1;
    assertThatIllegalStateException()
        .isThrownBy(() -> rx.scheduleDirect(() -> done.add("direct")))
        .withMessage("on purpose");
    clock.advance(SECOND);

    assertThat(done.poll(30, SECONDS)).isEqualTo("accepted before");
    assertThat(worker.isDisposed()).isFalse();
    worker.schedule(() -> done.add("later"));
    assertThat(done.poll(30, SECONDS)).isEqualTo("later");
    assertReported(0);
    worker.dispose();
    single.shutdown();
  }

  @Test
  void targetsWorker_thatThrowsFromDispose_isReported_andTheOthersAreGivenBack() {
    int[] disposed = new int[1];
    Scheduler.Worker failing =
        worker(
            () -> {
              disposed[0]++;
              throw new IllegalStateException("on purpose");
            });
    WheelScheduler rx = WheelScheduler.delegating(timer, scheduler(failing));
    List<Scheduler.Worker> workers = List.of(rx.createWorker(), rx.createWorker());
    workers.forEach(each -> each.schedule(() -> ran.add("at once")));
    Disposable periodic = rx.schedulePeriodicallyDirect(() -> ran.add("tick"), 0, 1, SECONDS);
    rx.shutdown();
    assertThat(disposed).containsExactly(3);
    assertReported(3);
    assertThat(workers).allMatch(Disposable::isDisposed);
    assertThat(periodic.isDisposed()).isTrue();
  }

  @Test
  void targetsWorker_thatIsDisposedOfForLong_holdsUpNoOtherShutdownOrStart() {
    AtomicReference<WheelScheduler> scheduler = new AtomicReference<>();
    CountDownLatch others = new CountDownLatch(1);
    Scheduler.Worker slow =
        worker(
            () -> {
              Thread.startVirtualThread(
                  () -> {
                    scheduler.get().shutdown();
                    scheduler.get().start();
                    others.countDown();
                  });
              ran.add(isOver(others) ? "the others are done" : "the others wait");
            });
    scheduler.set(WheelScheduler.delegating(timer, scheduler(slow)));
    scheduler.get().createWorker().schedule(() -> ran.add("at once"));
    scheduler.get().shutdown();
    assertThat(ran).containsExactly("at once", "the others are done");
  }

  @Test
  void targetsWorker_thatIsDisposedOfWithinATask_endsOurs() {
    Scheduler.Worker stock = Schedulers.trampoline().createWorker();
    Scheduler.Worker worker = WheelScheduler.delegating(timer, scheduler(stock)).createWorker();
    worker.schedule(stock::dispose, 1, SECONDS);
    Disposable next = worker.schedule(() -> ran.add("next"), 2, SECONDS);
    clock.advance(Duration.ofSeconds(2));
    assertThat(worker.isDisposed()).isTrue();
    assertThat(next.isDisposed()).isTrue();
    assertThat(ran).isEmpty();
  }

  @Test
  void pluginsTarget_shutDownBehindOurBack_refusesWhatWaited_andLeavesNothingArmed() {
    Scheduler stock = Schedulers.single();
    WheelPlugins.install(timer);
    Scheduler installed = Schedulers.single();
    Disposable direct = installed.scheduleDirect(() -> ran.add("direct"), 1, SECONDS);
    Disposable periodic =
        installed.schedulePeriodicallyDirect(() -> ran.add("tick"), 1, 1, SECONDS);
    Disposable ofWorker =
        installed.createWorker().schedule(() -> ran.add("of a Worker"), 1, SECONDS);
    stock.shutdown();
    clock.advance(SECOND);
    assertThat(List.of(direct, periodic, ofWorker)).allMatch(Disposable::isDisposed);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(ran).isEmpty();
    WheelPlugins.uninstall();
    Schedulers.start();
  }

  @Test
  void pluginsThread_thatEndsWithWhatItWasGiven_isFoundDead_whenOthersAreToldOfMore()
      throws Exception {
    Scheduler stock = Schedulers.single();
    WheelPlugins.install(timer);
    Scheduler installed = Schedulers.single();
    CompletableFuture<Thread> known = new CompletableFuture<>();
    installed.scheduleDirect(() -> known.complete(Thread.currentThread()));
    Thread thread = known.get(30, SECONDS);
    CountDownLatch holds = new CountDownLatch(1);
    stock.scheduleDirect(
        () -> {
          holds.countDown();
          while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
          }
        });
    holds.await();
    Disposable given = installed.scheduleDirect(() -> ran.add("given"), 1, SECONDS);
    List<Disposable> next =
        Stream.generate(() -> installed.scheduleDirect(() -> ran.add("next"), 2, SECONDS))
            .limit(2)
            .toList();
    clock.advance(SECOND);
    stock.shutdown();
    thread.join();
    clock.advance(SECOND);
    assertThat(given.isDisposed()).isTrue();
    assertThat(next).allMatch(Disposable::isDisposed);
    assertThat(ran).isEmpty();
    WheelPlugins.uninstall();
    Schedulers.start();
  }
}
