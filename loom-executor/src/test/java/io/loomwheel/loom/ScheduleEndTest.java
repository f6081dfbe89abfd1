package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future.State;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An executor ends while it has a new delayed task and the wheel doesn't have it yet. */
class ScheduleEndTest {
  private final List<Runnable> left = new ArrayList<>();
  private Runnable meanwhile = () -> {};

  /** The first timeout starts the driver, after the executor has the task, before the wheel has. */
  private final WheelTimer timer = WheelTimer.builder().threadFactory(this::newThread).build();

  private final WheelExecutorService executor =
      WheelExecutorService.builder().timer(timer).executeDelayedAfterShutdown(false).build();

  private Thread newThread(Runnable driver) {
    meanwhile.run();
    return new Thread(driver, "schedule-end-driver");
  }

  @AfterEach
  void stop() {
    timer.stop();
  }

  private ScheduledFuture<?> scheduleAnHour() {
    return executor.schedule(() -> {}, 1, HOURS);
  }

  private void assertNothingIsLeft() {
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(executor.isTerminated()).isTrue();
  }

  @Test
  void shutdown_delayedTasksAreNotToRun_theNewOneIsCancelledToo() {
    meanwhile = executor::shutdown;
    assertThat(scheduleAnHour().isCancelled()).isTrue();
    assertNothingIsLeft();
  }

  @Test
  void shutdown_newPeriodicTask_isCancelled() {
    meanwhile = executor::shutdown;
    assertThat(executor.scheduleAtFixedRate(() -> {}, 1, 1, HOURS).isCancelled()).isTrue();
    assertNothingIsLeft();
  }

  @Test
  void shutdownNow_newTask_isReturned() {
    meanwhile = () -> left.addAll(executor.shutdownNow());
    ScheduledFuture<?> future = scheduleAnHour();
    assertThat(left).containsExactly((Runnable) future);
    assertThat(future.state()).isEqualTo(State.RUNNING);
    assertNothingIsLeft();
  }

  @Test
  void stopOfTheTimer_newTask_isRejected() {
    meanwhile = timer::stop;
    assertThatThrownBy(this::scheduleAnHour).isInstanceOf(RejectedExecutionException.class);
    executor.shutdown();
    assertNothingIsLeft();
  }

  /** A task that is a future with a delay itself is armed in another way. */
  @Test
  void stopOfTheTimer_newTaskThatIsAFutureWithADelay_isRejected() {
    WheelTimer another = WheelTimer.builder().clock(new ManualClock()).build();
    Runnable future = (Runnable) WheelExecutorService.on(another).schedule(() -> {}, 1, HOURS);
    meanwhile = timer::stop;
    assertThatThrownBy(() -> executor.schedule(future, 1, HOURS))
        .isInstanceOf(RejectedExecutionException.class);
    executor.shutdown();
    assertNothingIsLeft();
  }
}
