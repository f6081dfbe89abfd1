package io.loomwheel.spring;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
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

  private WheelTaskScheduler scheduler(Duration await, TaskDecorator decorator) {
    return new WheelTaskScheduler(timer, context, await, decorator);
  }

  @Test
  void schedule_inEachWay_waitsOnTheTimer() throws Exception {
    WheelTaskScheduler scheduler = scheduler(null, null);
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

  @Test
  void decorator_isAroundEachRun() throws Exception {
    CountDownLatch decorated = new CountDownLatch(1);
    WheelTaskScheduler scheduler =
        scheduler(
            null,
            task ->
                () -> {
                  decorated.countDown();
                  task.run();
                });
    var unused = scheduler.schedule(() -> {}, Instant.now());
    assertThat(decorated.await(60, SECONDS)).isTrue();
    scheduler.destroy();
  }

  @Test
  void onApplicationEvent_closeOfItsContextAlone_refusesTasks() throws Exception {
    WheelTaskScheduler scheduler = scheduler(null, null);
    scheduler.onApplicationEvent(new ContextClosedEvent(new GenericApplicationContext()));
    var unused = scheduler.schedule(() -> {}, Instant.now().plus(HOUR));
    scheduler.onApplicationEvent(new ContextClosedEvent(context));
    assertThatThrownBy(() -> scheduler.schedule(() -> {}, Instant.now().plus(HOUR)))
        .isInstanceOf(TaskRejectedException.class);
    scheduler.destroy();
  }

  @Test
  void destroy_withAnAwait_letsATaskFinish() throws Exception {
    assertThat(interruptedByDestroy(Duration.ofSeconds(60))).isFalse();
  }

  @Test
  void destroy_withoutAnAwait_interrupts() throws Exception {
    assertThat(interruptedByDestroy(null)).isTrue();
  }

  @Test
  void destroy_theAwaitIsOver_interrupts() throws Exception {
    assertThat(interruptedByDestroy(Duration.ZERO)).isTrue();
  }

  @Test
  void destroy_withAnAwait_runsWhatIsDueWithinIt() throws Exception {
    assertThat(runsAfterClose(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void destroy_withoutAnAwait_forgetsWhatIsNotDue() throws Exception {
    assertThat(runsAfterClose(null)).isFalse();
    assertThat(timer.pendingTimeouts()).isZero();
  }

  private boolean runsAfterClose(Duration await) throws Exception {
    WheelTaskScheduler scheduler = scheduler(await, null);
    CountDownLatch ran = new CountDownLatch(1);
    var unused = scheduler.schedule(ran::countDown, Instant.now().plusMillis(300));
    scheduler.onApplicationEvent(new ContextClosedEvent(context));
    assertThat(timer.pendingTimeouts()).isEqualTo(await == null ? 0 : 1);
    scheduler.destroy();
    return ran.getCount() == 0;
  }

  private boolean interruptedByDestroy(Duration await) throws Exception {
    WheelTaskScheduler scheduler = scheduler(await, null);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    var unused =
        scheduler.schedule(
            () -> {
              begun.countDown();
              try {
                mayEnd.await();
              } catch (InterruptedException e) {
                interrupted.set(true);
              }
              ended.countDown();
            },
            Instant.now());
    assertThat(begun.await(60, SECONDS)).isTrue();
    FutureTask<?> end = new FutureTask<>(Executors.callable(() -> destroy(scheduler)));
    Thread ending = Thread.ofPlatform().start(end);
    while (!scheduler.executor().isShutdown() || ending.getState() == Thread.State.RUNNABLE) {
      Waiting.spin(); // until it waits, or is over
    }
    if (await != null && !await.isZero()) {
      mayEnd.countDown();
    }
    assertThat(ended.await(60, SECONDS)).isTrue();
    end.get(60, SECONDS);
    return interrupted.get();
  }

  private static void destroy(WheelTaskScheduler scheduler) {
    assertThatNoException().isThrownBy(scheduler::destroy);
  }
}
