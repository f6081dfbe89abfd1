package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** What Reactor's contract demands of a scheduler's life: items 19 to 22. */
@Timeout(60)
class ContractLifecycleTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final WheelScheduler scheduler = WheelScheduler.on(timer);
  private final WheelScheduler real = WheelScheduler.create();
  private final List<String> ran = new ArrayList<>();

  @AfterEach
  void tidy() {
    real.dispose();
  }

  @Test
  void item19_init_isIdempotentUntilDisposed() {
    assertThat(scheduler.isDisposed()).isFalse();
    scheduler.init();
    scheduler.init();
    scheduler.schedule(() -> ran.add("task"));
    assertThat(ran).hasSize(1);
    scheduler.dispose();
    assertThatIllegalStateException().isThrownBy(scheduler::init);
  }

  @Test
  @SuppressWarnings("deprecation") // it is still called
  void item20_start_doesNotRevive() {
    scheduler.start();
    scheduler.dispose();
    scheduler.start();
    assertThat(scheduler.isDisposed()).isTrue();
    assertRejects(scheduler);
  }

  @Test
  void item21_dispose_dropsWhatWaits_ofViewsAndOfWorkers_andNothingElse() {
    List<Disposable> tasks = new ArrayList<>();
    Scheduler.Worker worker = scheduler.createWorker();
    tasks.add(scheduler.schedule(() -> ran.add("direct"), 1, SECONDS));
    tasks.add(scheduler.schedulePeriodically(() -> ran.add("periodic"), 1, 1, SECONDS));
    tasks.add(worker.schedule(() -> ran.add("of a Worker"), 1, SECONDS));
    WheelScheduler.on(timer).schedule(() -> ran.add("other view"), 1, SECONDS);
    scheduler.dispose();
    scheduler.dispose();
    assertThat(tasks).allMatch(Disposable::isDisposed);
    assertThat(timer.pendingTimeouts()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(5));
    assertThat(ran).containsExactly("other view");
  }

  @Test
  void item21_dispose_interruptsWhatRuns_manyAtOnceToo() throws Exception {
    int count = 1000; // more than have a cell
    CountDownLatch running = new CountDownLatch(count + 1);
    CountDownLatch interrupted = new CountDownLatch(count + 1);
    for (int i = 0; i < count; i++) {
      real.schedule(() -> block(running, interrupted));
    }
    real.createWorker().schedule(() -> block(running, interrupted));
    assertThat(running.await(30, SECONDS)).isTrue();
    real.dispose();
    assertThat(interrupted.await(30, SECONDS)).isTrue();
    real.disposeGracefully().block(LONG);
  }

  @Test
  void item21_dispose_fromItsOwnTask_doesNotInterrupt() {
    AtomicBoolean flag = new AtomicBoolean();
    scheduler.schedule(
        () -> {
          scheduler.dispose();
          flag.set(Thread.currentThread().isInterrupted());
          ran.add("ran");
        },
        1,
        SECONDS);
    scheduler.schedule(() -> ran.add("dropped"), 1, SECONDS);
    clock.advance(Duration.ofSeconds(1));
    assertThat(flag).isFalse();
    assertThat(ran).containsExactly("ran");
  }

  @Test
  void item21_dispose_withoutInterrupts_letsWhatRunsEnd() throws Exception {
    WheelScheduler gentle = WheelScheduler.builder().interruptOnDispose(false).build();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    gentle.schedule(
        () -> {
          running.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            interrupted.set(true);
          }
        });
    assertThat(running.await(30, SECONDS)).isTrue();
    gentle.dispose();
    go.countDown();
    gentle.disposeGracefully().block(LONG);
    assertThat(interrupted).isFalse();
  }

  @Test
  void item21_dispose_racingWithSubmissions_leavesNothingBehind() throws Exception {
    try (WheelTimer shared = WheelTimer.create()) {
      for (int round = 0; round < 300; round++) {
        WheelScheduler view = WheelScheduler.on(shared);
        List<Disposable> tasks = new ArrayList<>();
        CountDownLatch started = new CountDownLatch(1);
        Thread submitter =
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        while (true) {
                          tasks.add(view.schedulePeriodically(() -> {}, 1, 1, SECONDS));
                          started.countDown();
                        }
                      } catch (RejectedExecutionException disposed) {
                        started.countDown();
                      }
                    });
        assertThat(started.await(30, SECONDS)).isTrue();
        view.dispose();
        submitter.join();
        assertThat(tasks).allMatch(Disposable::isDisposed);
        view.disposeGracefully().block(LONG);
      }
      assertThat(shared.pendingTimeouts()).isZero();
    }
  }

  @Test
  void item21_dispose_cutsAGracefulOneShort() {
    scheduler.schedule(() -> ran.add("dropped"), 1, SECONDS);
    AtomicBoolean done = new AtomicBoolean();
    scheduler.disposeGracefully().subscribe(nothing -> {}, e -> {}, () -> done.set(true));
    assertThat(done).isFalse();
    scheduler.dispose();
    assertThat(done).isTrue();
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).isEmpty();
  }

  @Test
  void item22_disposeGracefully_isLazyAndShared_runsOneShotsWhenDue_andEndsPeriods() {
    Scheduler.Worker worker = scheduler.createWorker();
    scheduler.schedule(() -> ran.add("direct"), 2, SECONDS);
    worker.schedule(() -> ran.add("of a Worker"), 3, SECONDS);
    Disposable periodic = scheduler.schedulePeriodically(() -> ran.add("tick"), 1, 1, SECONDS);
    worker.schedulePeriodically(() -> ran.add("tick"), 1, 1, SECONDS);
    Mono<Void> graceful = scheduler.disposeGracefully();
    assertThat(scheduler.isDisposed()).isFalse();
    AtomicInteger done = new AtomicInteger();
    graceful.subscribe(nothing -> {}, e -> {}, done::incrementAndGet);
    scheduler.disposeGracefully().subscribe(nothing -> {}, e -> {}, done::incrementAndGet);
    assertThat(scheduler.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(periodic.isDisposed()).isTrue();
    assertRejects(scheduler);
    clock.advance(Duration.ofSeconds(2));
    assertThat(done).hasValue(0);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("direct", "of a Worker");
    assertThat(done).hasValue(2);
    graceful.subscribe(nothing -> {}, e -> {}, done::incrementAndGet);
    assertThat(done).hasValue(3);
  }

  @Test
  void item22_disposeGracefully_countsWhatIsCancelledMeanwhile() {
    Disposable last = scheduler.schedule(() -> {}, 1, SECONDS);
    AtomicBoolean done = new AtomicBoolean();
    scheduler.disposeGracefully().subscribe(nothing -> {}, e -> {}, () -> done.set(true));
    last.dispose();
    assertThat(done).isTrue();
  }

  @Test
  void item22_disposeGracefully_endsAPeriodWhoseTaskRuns_withoutInterruptingIt() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    AtomicBoolean interrupted = new AtomicBoolean();
    real.schedulePeriodically(
        () -> {
          runs.incrementAndGet();
          running.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            interrupted.set(true);
          }
        },
        0,
        1,
        NANOSECONDS);
    assertThat(running.await(30, SECONDS)).isTrue();
    CountDownLatch done = new CountDownLatch(1);
    real.disposeGracefully().subscribe(nothing -> {}, e -> {}, done::countDown);
    assertThat(done.getCount()).isEqualTo(1);
    go.countDown();
    assertThat(done.await(30, SECONDS)).isTrue();
    assertThat(runs).hasValue(1);
    assertThat(interrupted).isFalse();
  }

  @Test
  void item22_disposeGracefully_completesWithin20MillisOfTheLastTask() {
    long best = Long.MAX_VALUE; // of a few, because the machine may be busy
    for (int i = 0; i < 5; i++) {
      WheelScheduler own = WheelScheduler.create();
      AtomicLong ended = new AtomicLong();
      own.schedule(() -> ended.set(System.nanoTime()), 10, MILLISECONDS);
      own.disposeGracefully().block(LONG);
      best = Math.min(best, System.nanoTime() - ended.get());
    }
    assertThat(best).isLessThan(MILLISECONDS.toNanos(20));
  }

  @Test
  void item22_disposeGracefully_whenTheTaskRunsOnTheDriver_stopsTheTimerAllTheSame() {
    WheelScheduler own = WheelScheduler.builder().taskExecutor(Runnable::run).build();
    own.schedule(() -> {}, 1, MILLISECONDS);
    own.disposeGracefully().block(LONG);
    assertThat(own.isDisposed()).isTrue();
  }

  private static void assertRejects(Scheduler scheduler) {
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> scheduler.schedule(() -> {}, 1, SECONDS));
  }

  private static void block(CountDownLatch running, CountDownLatch interrupted) {
    running.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
  }
}
