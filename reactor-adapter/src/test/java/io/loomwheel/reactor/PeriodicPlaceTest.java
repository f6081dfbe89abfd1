package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Where the periods of a task run that was submitted to a scheduler itself, which hands over to
 * another: on a Worker of that, all on the thread that the first one got, as with Reactor's own;
 * but on any free thread of {@code parallel()}.
 */
class PeriodicPlaceTest {
  private static final Duration HOUR = Duration.ofHours(1); // too long for the real clock

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final CountingTarget target = new CountingTarget(Schedulers.newParallel("target", 4));
  private final WheelScheduler scheduler = WheelScheduler.delegating(timer, target);
  private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();

  @AfterEach
  void tidy() {
    Schedulers.resetOnHandleError();
    scheduler.dispose();
    target.dispose();
    timer.stop();
  }

  private void noteThread() {
    ran.add(Thread.currentThread().getName());
  }

  private String next() throws InterruptedException {
    String name = ran.poll(30, SECONDS);
    assertThat(name).isNotNull();
    return name;
  }

  /** {@return the threads of so many periods, each over before the next is due} */
  private Set<String> threadsOf(int periods) throws InterruptedException {
    Set<String> threads = new HashSet<>();
    for (int i = 0; i < periods; i++) {
      clock.advance(HOUR);
      threads.add(next());
      awaitArmed();
    }
    return threads;
  }

  private void awaitArmed() {
    while (timer.pendingTimeouts() == 0) {
      Waiting.spin(); // the period goes on once the task has run
    }
  }

  @Test
  void periods_ofAScheduler_runOnOneThreadOfTheTarget() throws Exception {
    scheduler.schedulePeriodically(this::noteThread, 1, 1, HOURS);
    assertThat(threadsOf(12)).hasSize(1);
    assertThat(target.made()).isEqualTo(1);
  }

  @Test
  void periods_ofSeveralTasks_areSpreadOverTheTarget() throws Exception {
    Set<String> threads = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      Disposable task = scheduler.schedulePeriodically(this::noteThread, 1, 1, HOURS);
      threads.addAll(threadsOf(1));
      task.dispose();
    }
    assertThat(threads).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(names = {"SINGLE", "BOUNDED_ELASTIC"})
  void periods_underTheFactory_runOnOneThread(WheelFactoryTest.Kind kind) throws Exception {
    Scheduler made = kind.make(new WheelFactory(timer));
    made.init();
    made.schedulePeriodically(this::noteThread, 1, 1, HOURS);
    assertThat(threadsOf(6)).hasSize(1);
    made.dispose();
  }

  @Test
  void blockedThread_ofParallel_holdsUpNoPeriod() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Scheduler made = WheelFactoryTest.Kind.PARALLEL.make(new WheelFactory(timer));
    made.init();
    made.schedule(() -> Waiting.forLatch(go));
    for (int i = 0; i < 4; i++) {
      made.schedulePeriodically(this::noteThread, 1, 1, HOURS);
    }
    Set<String> threads = new HashSet<>();
    for (int period = 0; period < 3; period++) {
      clock.advance(HOUR);
      for (int i = 0; i < 4; i++) {
        threads.add(next());
      }
      while (timer.pendingTimeouts() < 4) {
        Waiting.spin();
      }
    }
    assertThat(threads).hasSize(1);
    go.countDown();
    made.dispose();
  }

  @Test
  void blockedThread_holdsUpOnlyThePeriodsThatHaveIt() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    scheduler.schedulePeriodically(() -> Waiting.forLatch(go), 1, 1, HOURS);
    for (int i = 0; i < 3; i++) {
      scheduler.schedulePeriodically(this::noteThread, 1, 1, HOURS);
    }
    for (int period = 0; period < 5; period++) {
      clock.advance(HOUR);
      for (int i = 0; i < 3; i++) {
        next();
      }
      while (timer.pendingTimeouts() < 3) {
        Waiting.spin();
      }
    }
    go.countDown();
  }

  @Test
  void worker_isDisposedOf_whenTheTaskIs() throws Exception {
    Disposable task = scheduler.schedulePeriodically(this::noteThread, 1, 1, HOURS);
    threadsOf(2);
    assertThat(target.inUse()).isEqualTo(1);
    task.dispose();
    assertThat(target.inUse()).isZero();
    assertThat(task.isDisposed()).isTrue();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  /** The thread gives a Worker back as it leaves it, which may be after the task has ended. */
  private void awaitGivenBack() {
    while (target.inUse() > 0) {
      Waiting.spin();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void worker_isDisposedOf_whenTheSchedulerEnds(boolean gracefully) throws Exception {
    Disposable task = scheduler.schedulePeriodically(this::noteThread, 1, 1, HOURS);
    threadsOf(1);
    if (gracefully) {
      scheduler.disposeGracefully().block(Duration.ofSeconds(30));
    } else {
      scheduler.dispose();
    }
    assertThat(task.isDisposed()).isTrue();
    awaitGivenBack();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void worker_ofAnIdleWorker_isDisposedOf_whenTheSchedulerEnds(boolean gracefully)
      throws Exception {
    scheduler.createWorker().schedule(this::noteThread);
    next();
    assertThat(target.inUse()).isEqualTo(1);
    if (gracefully) {
      scheduler.disposeGracefully().block(Duration.ofSeconds(30));
    } else {
      scheduler.dispose();
    }
    awaitGivenBack();
  }

  @Test
  void worker_isDisposedOf_whenTheTargetRefusesAtOnce_andTheCallerIsNotified() {
    target.refusals.set(1);
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> scheduler.schedulePeriodically(this::noteThread, 0, 1, HOURS))
        .withMessage("full");
    assertThat(target.inUse()).isZero();
    assertThat(scheduler.scanUnsafe(reactor.core.Scannable.Attr.BUFFERED)).isEqualTo(0);
  }

  @Test
  void targetThatIsFullLater_isAskedAgain_onTheSameWorker() throws Exception {
    scheduler.schedulePeriodically(this::noteThread, 1, 1, HOURS);
    target.refusals.set(3);
    clock.advance(HOUR);
    assertThat(ran).isEmpty();
    clock.advance(Duration.ofMillis(70)); // pauses of 10, 20 and 40 ms
    next();
    assertThat(target.made()).isEqualTo(1);
  }

  @Test
  void taskThatThrows_keepsItsThread() throws Exception {
    Schedulers.onHandleError((thread, error) -> {});
    scheduler.schedulePeriodically(
        () -> {
          noteThread();
          throw new IllegalStateException("on purpose");
        },
        1,
        1,
        HOURS);
    assertThat(threadsOf(4)).hasSize(1);
    assertThat(target.inUse()).isEqualTo(1);
  }

  @Test
  void oneShots_makeNoWorker() throws Exception {
    scheduler.schedule(this::noteThread);
    scheduler.schedule(this::noteThread, 1, HOURS);
    clock.advance(HOUR);
    next();
    next();
    assertThat(target.made()).isZero();
  }
}
