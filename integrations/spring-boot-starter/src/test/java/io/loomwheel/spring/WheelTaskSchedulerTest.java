package io.loomwheel.spring;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;

/** The scheduler of {@code @Scheduled} methods by itself, without an application. */
class WheelTaskSchedulerTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final WheelTimer timer = WheelTimer.create();
  private final GenericApplicationContext context = new GenericApplicationContext();

  @AfterEach
  void stop() {
    timer.close();
  }

  private WheelTaskScheduler scheduler(boolean letsFinish, Duration await) {
    return inContext(new WheelTaskScheduler(timer, letsFinish, await, List.of()));
  }

  private WheelTaskScheduler inContext(WheelTaskScheduler scheduler) {
    scheduler.setApplicationContext(context);
    scheduler.afterPropertiesSet();
    return scheduler;
  }

  private WheelTaskScheduler scheduler() {
    return scheduler(false, Duration.ZERO);
  }

  @Test
  void schedule_inEachWay_waitsOnTheTimer() {
    WheelTaskScheduler scheduler = scheduler();
    Instant later = scheduler.getClock().instant().plus(HOUR);
    ScheduledFuture<?>[] futures = {
      scheduler.schedule(() -> {}, later),
      scheduler.schedule(() -> {}, trigger -> later),
      scheduler.scheduleAtFixedRate(() -> {}, later, HOUR),
      scheduler.scheduleWithFixedDelay(() -> {}, later, HOUR)
    };
    assertThat(timer.pendingTimeouts()).isEqualTo(4);
    assertThat(futures).allSatisfy(future -> assertThat(future.getDelay(SECONDS)).isPositive());
    for (ScheduledFuture<?> now :
        new ScheduledFuture<?>[] {
          scheduler.scheduleAtFixedRate(() -> {}, HOUR),
          scheduler.scheduleWithFixedDelay(() -> {}, HOUR)
        }) {
      now.cancel(true);
    }
    scheduler.destroy();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  interface Schedule {
    ScheduledFuture<?> with(WheelTaskScheduler scheduler, Runnable task);
  }

  static Stream<Arguments> periods() {
    Schedule rate = (on, task) -> on.scheduleAtFixedRate(task, HOUR);
    Schedule rateFrom = (on, task) -> on.scheduleAtFixedRate(task, Instant.now(), HOUR);
    Schedule delay = (on, task) -> on.scheduleWithFixedDelay(task, HOUR);
    Schedule delayFrom = (on, task) -> on.scheduleWithFixedDelay(task, Instant.now(), HOUR);
    return Stream.of(
        Arguments.of(rate, 15),
        Arguments.of(rateFrom, 15),
        Arguments.of(delay, 60),
        Arguments.of(delayFrom, 60));
  }

  @ParameterizedTest
  @MethodSource("periods")
  void schedule_runTakesThreeQuartersOfThePeriod_nextCountsFromItsBeginOrEnd(
      Schedule schedule, int minutes) {
    ManualClock clock = new ManualClock();
    WheelTimer byHand = WheelTimer.builder().clock(clock).build();
    WheelTaskScheduler scheduler =
        inContext(new WheelTaskScheduler(byHand, false, Duration.ZERO, List.of()));
    ScheduledFuture<?> future =
        schedule.with(scheduler, () -> clock.advance(Duration.ofMinutes(45)));
    while (byHand.pendingTimeouts() == 0) {
      Waiting.spin(); // until the first run has ended
    }
    assertThat(future.getDelay(MINUTES)).isEqualTo(minutes);
    scheduler.destroy();
  }

  @Test
  void runs_seeNoThreadLocalOfAnother() throws Exception {
    WheelTaskScheduler scheduler = scheduler();
    ThreadLocal<String> local = new ThreadLocal<>();
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    CountDownLatch runs = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      var unused =
          scheduler.schedule(
              () -> {
                seen.add(String.valueOf(local.get()));
                local.set("of another");
                runs.countDown();
              },
              Instant.now());
    }
    assertThat(runs.await(60, SECONDS)).isTrue();
    assertThat(seen).containsOnly("null");
    scheduler.destroy();
  }

  @Test
  void decorators_areAroundEachRun_theLastOutermost() throws Exception {
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    CountDownLatch ran = new CountDownLatch(1);
    TaskDecorator first = task -> () -> seenAs("first", seen, task);
    TaskDecorator last = task -> () -> seenAs("last", seen, task);
    WheelTaskScheduler scheduler =
        inContext(new WheelTaskScheduler(timer, false, Duration.ZERO, List.of(first, last)));
    var unused = scheduler.schedule(ran::countDown, Instant.now());
    assertThat(ran.await(60, SECONDS)).isTrue();
    assertThat(seen).containsExactly("last", "first");
    scheduler.destroy();
  }

  private static void seenAs(String name, Queue<String> seen, Runnable task) {
    seen.add(name);
    task.run();
  }

  @Test
  void nextRunOfATrigger_whileTheTimerIsAtItsLimit_isArmed() throws Exception {
    try (WheelTimer limited = WheelTimer.builder().maxPendingTimeouts(1).build()) {
      WheelTaskScheduler scheduler =
          inContext(new WheelTaskScheduler(limited, false, Duration.ZERO, List.of()));
      CountDownLatch runs = new CountDownLatch(2);
      Runnable job =
          () -> {
            if (runs.getCount() == 2) {
              limited.schedule(() -> {}, HOUR);
            }
            runs.countDown();
          };
      var unused = scheduler.schedule(job, trigger -> Instant.now().plusMillis(1));
      assertThat(runs.await(60, SECONDS)).isTrue();
      scheduler.destroy();
    }
  }

  @Test
  void run_seesTheContextClassLoaderOfWhoMadeTheScheduler() {
    ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    current.setContextClassLoader(loader);
    WheelTaskScheduler scheduler = scheduler();
    current.setContextClassLoader(before);
    CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
    var unused =
        scheduler.schedule(
            () -> seen.complete(Thread.currentThread().getContextClassLoader()), Instant.now());
    assertThat(seen).succeedsWithin(Duration.ofSeconds(60)).isSameAs(loader);
    scheduler.destroy();
  }

  @Test
  void stop_letsWhatRunsEnd_andWhatIsDueWaitForTheStart() throws Exception {
    WheelTaskScheduler scheduler = scheduler();
    Running running = new Running(scheduler);
    CountDownLatch idle = new CountDownLatch(1);
    scheduler.stop(idle::countDown);
    assertThat(scheduler.isRunning()).isFalse();
    CountDownLatch ran = new CountDownLatch(1);
    var unused = scheduler.schedule(ran::countDown, Instant.now());
    assertThat(ran.await(100, MILLISECONDS)).isFalse();
    assertThat(idle.getCount()).isOne();
    running.mayEnd.countDown();
    assertThat(idle.await(60, SECONDS)).isTrue();
    assertThat(ran.getCount()).isOne();
    scheduler.start();
    assertThat(ran.await(60, SECONDS)).isTrue();
    assertThat(scheduler.isRunning()).isTrue();
    scheduler.destroy();
  }

  @Test
  void stop_afterARunThatThrew_waitsForNothing() throws Exception {
    WheelTaskScheduler scheduler = scheduler();
    ScheduledFuture<?> failing =
        scheduler.schedule(
            () -> {
              throw new IllegalStateException("on purpose");
            },
            Instant.now());
    assertThatThrownBy(() -> failing.get(60, SECONDS)).hasRootCauseMessage("on purpose");
    CountDownLatch idle = new CountDownLatch(1);
    scheduler.stop(idle::countDown);
    assertThat(idle.await(60, SECONDS)).isTrue();
    scheduler.destroy();
  }

  @Test
  void stop_ofAClosingContext_pausesNothing() throws Exception {
    WheelTaskScheduler scheduler = scheduler(true, HOUR);
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.stop();
    var unused = scheduler.schedule(ran::countDown, Instant.now());
    scheduler.onApplicationEvent(new ContextClosedEvent(context));
    CountDownLatch idle = new CountDownLatch(1);
    scheduler.stop(idle::countDown);
    assertThat(idle.await(60, SECONDS)).isTrue();
    scheduler.destroy();
    assertThat(ran.getCount()).isZero();
  }

  @Test
  void cancel_whileItWaitsForTheStart_keepsItFromRunning() {
    WheelTaskScheduler scheduler = scheduler(true, HOUR);
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.stop();
    ScheduledFuture<?> future = scheduler.schedule(ran::countDown, Instant.now());
    while (scheduler.executor.activeCount() == 0) {
      Waiting.spin();
    }
    assertThat(future.cancel(true)).isTrue();
    scheduler.destroy();
    assertThat(ran.getCount()).isOne();
  }

  @Test
  void shutdown_whileStopped_letsWhatWaitsForTheStartFinish() throws Exception {
    WheelTaskScheduler scheduler = scheduler(true, HOUR);
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.stop();
    var unused = scheduler.schedule(ran::countDown, Instant.now());
    while (scheduler.executor.activeCount() == 0) {
      Waiting.spin();
    }
    scheduler.shutdown();
    assertThat(ran.await(60, SECONDS)).isTrue();
  }

  @Test
  void destroy_whileStopped_dropsWhatWaitsForTheStart() {
    WheelTaskScheduler scheduler = scheduler(false, HOUR);
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.stop();
    var unused = scheduler.schedule(ran::countDown, Instant.now());
    scheduler.destroy();
    assertThat(scheduler.executor.isTerminated()).isTrue();
    assertThat(ran.getCount()).isOne();
  }

  @Test
  void onApplicationEvent_whileStopped_whatWaitsForTheStartNeverBegins() {
    WheelTaskScheduler scheduler = scheduler(false, HOUR);
    CountDownLatch ran = new CountDownLatch(1);
    scheduler.stop();
    var unused = scheduler.schedule(ran::countDown, Instant.now());
    scheduler.onApplicationEvent(new ContextClosedEvent(context));
    scheduler.start(); // so that nothing holds it back but the end
    while (!scheduler.executor.isTerminated()) {
      Waiting.spin();
    }
    assertThat(ran.getCount()).isOne();
    scheduler.destroy();
  }

  @Test
  void onApplicationEvent_closeOfItsContextAlone_refusesTasks() {
    WheelTaskScheduler scheduler = scheduler();
    scheduler.onApplicationEvent(new ContextClosedEvent(new GenericApplicationContext()));
    var unused = scheduler.schedule(() -> {}, Instant.now().plus(HOUR));
    scheduler.onApplicationEvent(new ContextClosedEvent(context));
    assertThat(scheduler.isRunning()).as("or the lifecycle would wait for what runs").isFalse();
    assertThatThrownBy(() -> scheduler.schedule(() -> {}, Instant.now().plus(HOUR)))
        .isInstanceOf(TaskRejectedException.class);
    scheduler.destroy();
  }

  @Test
  void onApplicationEvent_tasksMayFinish_goesOnTakingTasksUntilItIsDestroyed() {
    WheelTaskScheduler scheduler = scheduler(true, Duration.ZERO);
    scheduler.onApplicationEvent(new ContextClosedEvent(context));
    var unused = scheduler.schedule(() -> {}, Instant.now().plus(HOUR));
    scheduler.destroy();
    assertThatThrownBy(() -> scheduler.schedule(() -> {}, Instant.now().plus(HOUR)))
        .isInstanceOf(TaskRejectedException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1M", "P200000D"}) // the second one is over 292 years
  void destroy_withAnAwait_waitsUntilATaskHasFinished(Duration await) throws Exception {
    Running task = new Running(scheduler(true, await));
    task.destroying.start();
    assertThat(task.isAwaited()).isTrue();
    task.mayEnd.countDown();
    assertThat(task.isOver()).isTrue();
    assertThat(task.interrupted).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.000000001S"})
  void destroy_theAwaitIsOver_letsATaskFinish(Duration await) throws Exception {
    Running task = new Running(scheduler(true, await));
    task.destroying.start();
    assertThat(task.destroying.join(Duration.ofSeconds(60))).isTrue();
    task.mayEnd.countDown();
    assertThat(task.isOver()).isTrue();
    assertThat(task.interrupted).isFalse();
  }

  @Test
  void destroy_withoutAnAwait_interrupts() throws Exception {
    Running task = new Running(scheduler());
    task.destroying.start();
    assertThat(task.isOver()).isTrue();
    assertThat(task.interrupted).isTrue();
    assertThat(task.wasAwaited).isFalse();
  }

  @Test
  void destroy_withAPeriodAlone_interruptsAndWaits() throws Exception {
    Running task = new Running(scheduler(false, Duration.ofSeconds(60)));
    task.destroying.start();
    assertThat(task.isOver()).isTrue();
    assertThat(task.interrupted).isTrue();
    assertThat(task.wasAwaited).isTrue();
  }

  @Test
  void destroy_interruptedAsItWaits_keepsTheInterrupt() {
    WheelTaskScheduler scheduler = scheduler(true, Duration.ofSeconds(60));
    var unused = scheduler.schedule(() -> {}, Instant.now().plus(HOUR));
    Thread.currentThread().interrupt();
    try {
      scheduler.destroy();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void destroy_withAnAwait_runsWhatIsDueWithinIt() {
    assertThat(runsAfterClose(true, Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void destroy_withoutAnAwait_forgetsWhatIsNotDue() {
    assertThat(runsAfterClose(false, Duration.ZERO)).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  private boolean runsAfterClose(boolean letsFinish, Duration await) {
    WheelTaskScheduler scheduler = scheduler(letsFinish, await);
    CountDownLatch ran = new CountDownLatch(1);
    var unused = scheduler.schedule(ran::countDown, Instant.now().plusMillis(300));
    scheduler.onApplicationEvent(new ContextClosedEvent(context));
    assertThat(timer.pendingTimeouts()).isEqualTo(letsFinish ? 1 : 0);
    scheduler.destroy();
    return ran.getCount() == 0;
  }

  /** A task that runs until it may end or is interrupted, and what ends its scheduler. */
  private static final class Running {
    final CountDownLatch mayEnd = new CountDownLatch(1);
    final Thread destroying;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    volatile boolean interrupted;
    volatile boolean wasAwaited;

    Running(WheelTaskScheduler scheduler) throws InterruptedException {
      destroying = Thread.ofPlatform().unstarted(scheduler::destroy);
      var unused = scheduler.schedule(this::run, Instant.now());
      assertThat(begun.await(60, SECONDS)).isTrue();
    }

    private void run() {
      begun.countDown();
      try {
        mayEnd.await();
      } catch (InterruptedException e) {
        interrupted = true;
        wasAwaited = isAwaited();
      }
      ended.countDown();
    }

    /** {@return whether the end waits for this task} Waits until it does or is over. */
    boolean isAwaited() {
      while (destroying.getState() != Thread.State.TIMED_WAITING && destroying.isAlive()) {
        Waiting.spin();
      }
      return destroying.isAlive();
    }

    /** {@return whether the task and the end are over} Waits for both. */
    boolean isOver() throws InterruptedException {
      return ended.await(60, SECONDS) && destroying.join(Duration.ofSeconds(60));
    }
  }
}
