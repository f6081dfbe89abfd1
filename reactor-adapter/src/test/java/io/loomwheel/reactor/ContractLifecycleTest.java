package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.NanoClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.contract.LifecycleContract;
import io.loomwheel.contract.Subject;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * What Reactor's contract demands of a scheduler's life: items 19 to 22. Inherited:
 *
 * <pre>
 *   item21  dispose_ofAView_dropsWhatWaits_ofItsWorkersToo_andNothingElse,
 *           dispose_ofItsOwnTimer_dropsWhatWaits, dispose_interruptsWhatRuns_manyAtOnceToo,
 *           dispose_fromItsOwnTask_doesNotInterrupt,
 *           dispose_racingWithSubmissions_leavesNothingBehind,
 *           dispose_ofItsOwnTimer_endsTheThreadWithin500Millis
 *   item22  dispose_racingWithSubmissions_leavesNothingBehind
 * </pre>
 */
class ContractLifecycleTest extends LifecycleContract {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final WheelScheduler wheel = WheelScheduler.on(timer);
  private final WheelScheduler threaded = WheelScheduler.create();

  ContractLifecycleTest() {
    super(new ReactorEcosystem());
  }

  @AfterEach
  void disposeOfThreaded() {
    threaded.dispose();
  }

  @Test
  void item19_init_isIdempotentUntilDisposed() {
    assertThat(wheel.isDisposed()).isFalse();
    wheel.init();
    wheel.init();
    wheel.schedule(() -> ran.add("task"));
    assertThat(ran).hasSize(1);
    wheel.dispose();
    assertThatIllegalStateException().isThrownBy(wheel::init);
  }

  @Test
  @SuppressWarnings("deprecation") // it is still called
  void item20_start_doesNotRevive() {
    wheel.start();
    wheel.dispose();
    wheel.start();
    assertThat(wheel.isDisposed()).isTrue();
    assertRejects(wheel);
  }

  @Override
  protected void assertEnded(Subject disposed) {
    ((ReactorEcosystem.OfScheduler) disposed).scheduler().disposeGracefully().block(LONG);
  }

  @Test
  void item21_dispose_cutsAGracefulOneShort() {
    wheel.schedule(() -> ran.add("dropped"), 1, SECONDS);
    AtomicBoolean done = new AtomicBoolean();
    wheel.disposeGracefully().subscribe(nothing -> {}, e -> {}, () -> done.set(true));
    assertThat(done).isFalse();
    wheel.dispose();
    assertThat(done).isTrue();
    clock.advance(Duration.ofSeconds(2));
    assertThat(ran).isEmpty();
  }

  @Test
  void item22_disposeGracefully_isLazyAndShared_runsOneShotsWhenDue_andEndsPeriods() {
    Scheduler.Worker worker = wheel.createWorker();
    wheel.schedule(() -> ran.add("direct"), 2, SECONDS);
    worker.schedule(() -> ran.add("of a Worker"), 3, SECONDS);
    Disposable periodic = wheel.schedulePeriodically(() -> ran.add("tick"), 1, 1, SECONDS);
    worker.schedulePeriodically(() -> ran.add("tick"), 1, 1, SECONDS);
    Mono<Void> graceful = wheel.disposeGracefully();
    assertThat(wheel.isDisposed()).isFalse();
    AtomicInteger done = new AtomicInteger();
    graceful.subscribe(nothing -> {}, e -> {}, done::incrementAndGet);
    wheel.disposeGracefully().subscribe(nothing -> {}, e -> {}, done::incrementAndGet);
    assertThat(wheel.isDisposed()).isTrue();
    assertThat(worker.isDisposed()).isTrue();
    assertThat(periodic.isDisposed()).isTrue();
    assertRejects(wheel);
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
    Disposable last = wheel.schedule(() -> {}, 1, SECONDS);
    AtomicBoolean done = new AtomicBoolean();
    wheel.disposeGracefully().subscribe(nothing -> {}, e -> {}, () -> done.set(true));
    last.dispose();
    assertThat(done).isTrue();
  }

  @Test
  void item22_disposeGracefully_endsAPeriodWhoseTaskRuns_withoutInterruptingIt() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    AtomicBoolean interrupted = new AtomicBoolean();
    threaded.schedulePeriodically(
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
    threaded.disposeGracefully().subscribe(nothing -> {}, e -> {}, done::countDown);
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

  /** The clock is read while a period is submitted; there the scheduler is drained. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void item22_disposeGracefully_whileAPeriodIsSubmitted_completes(boolean ofAWorker) {
    Thread submitter = Thread.currentThread();
    AtomicReference<Runnable> meanwhile = new AtomicReference<>();
    NanoClock hooked =
        () -> {
          Runnable once = Thread.currentThread() == submitter ? meanwhile.getAndSet(null) : null;
          if (once != null) {
            once.run();
          }
          return System.nanoTime();
        };
    WheelTimer raced = WheelTimer.builder().clock(hooked).build();
    raced.start();
    WheelScheduler scheduler = WheelScheduler.on(raced);
    Scheduler.Worker worker = scheduler.createWorker();
    meanwhile.set(() -> scheduler.disposeGracefully().subscribe());
    try {
      if (ofAWorker) {
        worker.schedulePeriodically(() -> {}, 1, 1, HOURS);
      } else {
        scheduler.schedulePeriodically(() -> {}, 1, 1, HOURS);
      }
    } catch (RejectedExecutionException drained) {
      ran.add("rejected");
    }
    assertThat(meanwhile).hasNullValue();
    scheduler.disposeGracefully().block(LONG);
    assertThat(raced.pendingTimeouts()).isZero();
    raced.stop();
  }

  private static void assertRejects(Scheduler scheduler) {
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> scheduler.schedule(() -> {}, 1, SECONDS));
  }
}
