package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** What follows where what runs the tasks, an executor or another scheduler, breaks the rules. */
class MisbehavingTargetTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();

  /** A scheduler that hands tasks to whatever the test says, and so do its Workers. */
  private static final class Handing implements Scheduler {
    private final Consumer<Runnable> to;
    private final AtomicBoolean disposed = new AtomicBoolean();

    Handing(Consumer<Runnable> to) {
      this.to = to;
    }

    @Override
    public Disposable schedule(Runnable task) {
      to.accept(task);
      return reactor.core.Disposables.single();
    }

    @Override
    public Worker createWorker() {
      return new Worker() {
        @Override
        public Disposable schedule(Runnable task) {
          to.accept(task);
          return reactor.core.Disposables.single();
        }

        @Override
        public void dispose() {}
      };
    }

    @Override
    public void dispose() {
      disposed.set(true);
    }

    @Override
    public boolean isDisposed() {
      return disposed.get();
    }
  }

  private WheelScheduler on(boolean target, Executor what) {
    return target
        ? WheelScheduler.delegating(timer, new Handing(what::execute))
        : WheelScheduler.builder().timer(timer).taskExecutor(what).build();
  }

  private String next() throws InterruptedException {
    return ran.poll(30, SECONDS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void runsTwice_theTaskRunsOnce(boolean target) {
    WheelScheduler scheduler =
        on(
            target,
            task -> {
              task.run();
              task.run();
            });
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(() -> ran.add("now"));
    scheduler.schedule(() -> ran.add("later"), 1, SECONDS);
    worker.schedule(() -> ran.add("now"));
    worker.schedule(() -> ran.add("later"), 1, SECONDS);
    scheduler.schedulePeriodically(() -> ran.add("period"), 1, 10, SECONDS);
    clock.advance(SECOND);
    assertThat(ran).containsExactlyInAnyOrder("now", "later", "now", "later", "period");
    clock.advance(SECOND.multipliedBy(10));
    assertThat(ran).filteredOn("period"::equals).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void drops_theTaskNeverRuns_andAGracefulEndWaitsForItUntilDispose(boolean target) {
    WheelScheduler scheduler = on(target, task -> {});
    Disposable now = scheduler.schedule(() -> ran.add("never"));
    Disposable later = scheduler.createWorker().schedule(() -> ran.add("never"), 1, SECONDS);
    clock.advance(SECOND);
    AtomicBoolean ended = new AtomicBoolean();
    scheduler.disposeGracefully().subscribe(none -> {}, error -> {}, () -> ended.set(true));
    assertThat(Stream.of(now, later)).noneMatch(Disposable::isDisposed);
    assertThat(ended).isFalse();
    now.dispose();
    later.dispose();
    assertThat(ended).isTrue();
    assertThat(ran).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void throws_whenATaskIsDue_itRunsOnAVirtualThreadInstead(boolean target) throws Exception {
    WheelScheduler scheduler =
        on(
            target,
            task -> {
              throw new IllegalStateException("on purpose");
            });
    Runnable noteThread = () -> ran.add("virtual: " + Thread.currentThread().isVirtual());
    scheduler.schedule(noteThread, 1, SECONDS);
    scheduler.createWorker().schedule(noteThread, 1, SECONDS);
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("virtual: true");
    assertThat(next()).isEqualTo("virtual: true");
  }

  @Test
  void executorRefuses_whenATaskIsDue_itRunsOnAVirtualThreadInstead() throws Exception {
    WheelScheduler scheduler =
        on(
            false,
            task -> {
              throw new RejectedExecutionException("on purpose");
            });
    scheduler.schedule(() -> ran.add("due"), 1, SECONDS);
    scheduler.schedule(() -> ran.add("now"));
    assertThat(next()).isEqualTo("now");
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("due");
  }

  @Test
  void targetThrows_atATaskWithoutDelay_theCallerIsNotified_andNothingIsLeft() {
    WheelScheduler scheduler =
        on(
            true,
            task -> {
              throw new IllegalStateException("on purpose");
            });
    assertThatIllegalStateException().isThrownBy(() -> scheduler.schedule(() -> {}));
    scheduler.disposeGracefully().block(Duration.ofSeconds(30)); // it was not counted
  }

  @Test
  void targetIsDisposedOf_insideItsOwnCall_theTaskIsDropped() {
    Handing[] self = new Handing[1];
    self[0] =
        new Handing(
            task -> {
              self[0].dispose();
              throw new RejectedExecutionException("disposed of");
            });
    WheelScheduler scheduler = WheelScheduler.delegating(timer, self[0]);
    Disposable direct = scheduler.schedule(() -> ran.add("never"), 1, SECONDS);
    Disposable ofWorker = scheduler.createWorker().schedule(() -> ran.add("never"), 1, SECONDS);
    Disposable period = scheduler.schedulePeriodically(() -> ran.add("never"), 1, 1, SECONDS);
    clock.advance(SECOND);
    assertThat(Stream.of(direct, ofWorker, period)).allMatch(Disposable::isDisposed);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> scheduler.schedule(() -> {}, 1, SECONDS));
    assertThat(ran).isEmpty();
  }

  @Test
  void targetFindsNoMemory_theThreadOfTheTimerHasItsLoaderBack() {
    Thread current = Thread.currentThread();
    ClassLoader outside = current.getContextClassLoader();
    List<ClassLoader> seen = new ArrayList<>();
    Handing target =
        new Handing(
            task -> {
              seen.add(current.getContextClassLoader());
              throw new OutOfMemoryError("on purpose");
            });
    ClassLoader application = new ClassLoader("application", outside) {};
    try {
      current.setContextClassLoader(application);
      WheelScheduler scheduler = WheelScheduler.delegating(timer, target);
      current.setContextClassLoader(outside);
      scheduler.schedule(() -> {}, 1, SECONDS);
      clock.advance(SECOND);
      assertThat(seen).contains(application);
      assertThat(current.getContextClassLoader()).isSameAs(outside);
    } finally {
      current.setContextClassLoader(outside);
    }
  }

  /** The target calls it behind the place of the Worker, which then has run nothing. */
  @Test
  void hookOfOnSchedule_whoseWrapperThrowsOnce_theWorkersTaskRunsWithTheNext() throws Exception {
    AtomicBoolean fails = new AtomicBoolean(true);
    Schedulers.onScheduleHook(
        "test",
        task ->
            () -> {
              if (fails.getAndSet(false)) {
                throw new IllegalStateException("on purpose");
              }
              task.run();
            });
    Scheduler target = Schedulers.newBoundedElastic(1, 10, "target");
    Scheduler.Worker worker = WheelScheduler.delegating(timer, target).createWorker();
    worker.schedule(() -> ran.add("first"));
    while (fails.get()) {
      Waiting.spin();
    }
    CountDownLatch over = new CountDownLatch(1);
    target.schedule(over::countDown);
    assertThat(over.await(30, SECONDS)).isTrue();
    Schedulers.resetOnScheduleHook("test");
    worker.schedule(() -> ran.add("next"));
    clock.advance(SECOND); // it tries again a little later
    assertThat(next()).isEqualTo("first");
    assertThat(next()).isEqualTo("next");
    target.dispose();
  }

  @Test
  void executorOfTheTarget_isShutDown_whatIsDueWaits_andAGracefulEndTooUntilDispose() {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    Scheduler target = Schedulers.fromExecutorService(executor);
    WheelScheduler scheduler = WheelScheduler.delegating(timer, target);
    Disposable direct = scheduler.schedule(() -> ran.add("never"), 1, SECONDS);
    Disposable ofWorker = scheduler.createWorker().schedule(() -> ran.add("never"), 1, SECONDS);
    executor.shutdown();
    AtomicBoolean ended = new AtomicBoolean();
    scheduler.disposeGracefully().subscribe(none -> {}, error -> {}, () -> ended.set(true));
    clock.advance(SECOND.multipliedBy(10));
    assertThat(target.isDisposed()).isFalse();
    assertThat(Stream.of(direct, ofWorker)).noneMatch(Disposable::isDisposed);
    assertThat(ended).isFalse();
    scheduler.dispose();
    assertThat(Stream.of(direct, ofWorker)).allMatch(Disposable::isDisposed);
    assertThat(ended).isTrue();
    assertThat(ran).isEmpty();
  }

  @Test
  void schedulerIsDisposedOf_insideTheTargetsCall_theTaskDoesNotRun() {
    WheelScheduler[] self = new WheelScheduler[1];
    self[0] =
        WheelScheduler.delegating(
            timer,
            new Handing(
                task -> {
                  self[0].dispose();
                  task.run();
                }));
    Disposable once = self[0].schedule(() -> ran.add("never"), 1, SECONDS);
    Disposable period = self[0].schedulePeriodically(() -> ran.add("never"), 1, 1, SECONDS);
    clock.advance(SECOND);
    assertThat(Stream.of(once, period)).allMatch(Disposable::isDisposed);
    assertThat(ran).isEmpty();
    self[0].disposeGracefully().block(Duration.ofSeconds(30));
  }

  @Test
  void createWorkerOfTheTarget_throws_whoHasItDueIsNotified_whatWaitedRuns_andNothingIsLeft()
      throws Exception {
    Scheduler failing =
        new Scheduler() {
          @Override
          public Disposable schedule(Runnable task) {
            throw new AssertionError("not asked");
          }

          @Override
          public Worker createWorker() {
            throw new IllegalStateException("on purpose");
          }
        };
    WheelScheduler scheduler = WheelScheduler.delegating(timer, failing);
    Scheduler.Worker worker = scheduler.createWorker();
    assertThatIllegalStateException()
        .isThrownBy(() -> worker.schedule(() -> ran.add("never")))
        .withMessage("on purpose");
    assertThatIllegalStateException()
        .isThrownBy(() -> scheduler.schedulePeriodically(() -> ran.add("never"), 0, 1, SECONDS))
        .withMessage("on purpose");
    BlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
    Schedulers.onHandleError("note", (thread, failure) -> reported.add(failure));
    worker.schedule(() -> ran.add("delayed"), 1, SECONDS);
    clock.advance(SECOND);
    assertThat(next()).isEqualTo("delayed");
    assertThat(reported.poll(30, SECONDS)).hasMessage("on purpose");
    Schedulers.resetOnHandleError("note");
    scheduler.disposeGracefully().block(Duration.ofSeconds(30));
    assertThat(ran).isEmpty();
    assertThat(timer.pendingTimeouts()).isZero();
  }
}
