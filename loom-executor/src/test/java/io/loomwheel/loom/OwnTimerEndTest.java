package io.loomwheel.loom;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.SteppedClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.hangwatch.Waiting;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.loom.ExecutorTaskOwner.ExecutorTask;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** An executor with a timer of its own, which its last task or a failing clock holds up. */
class OwnTimerEndTest {
  private final AtomicReference<Thread> ranOn = new AtomicReference<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  private static WheelExecutorService on(Executor tasks) {
    return WheelExecutorService.builder().name("own-timer-end").taskExecutor(tasks).build();
  }

  private void hold() {
    ranOn.set(Thread.currentThread());
    begun.countDown();
    Waiting.forLatch(release);
  }

  private void assertEnds(WheelExecutorService executor) throws InterruptedException {
    begun.await();
    executor.shutdown();
    assertThat(executor.isTerminated()).isFalse();
    release.countDown();
    assertThat(executor.awaitTermination(10, SECONDS)).isTrue();
    ranOn.get().join(Duration.ofSeconds(20));
    assertThat(ranOn.get().isAlive()).isFalse();
  }

  @Test
  void shutdown_lastTaskEndsOnTheDriver_terminatesAndTheDriverEnds() throws Exception {
    WheelExecutorService executor = on(Runnable::run);
    Future<?> future = executor.schedule(this::hold, 1, MILLISECONDS);
    assertEnds(executor);
    assertThat(future.state()).isEqualTo(Future.State.SUCCESS);
  }

  /** To stop it right there would fail, and count as a rejection. */
  @Test
  void tryTerminate_onTheDriver_hasAnotherThreadStopTheTimer() throws Exception {
    WheelTimer timer = WheelTimer.builder().taskExecutor(Runnable::run).build();
    ExecutorTaskOwner owner = new ExecutorTaskOwner(timer, true, null);
    assertThat(owner.arm(new ExecutorTask(owner, this::hold), 1)).isTrue();
    begun.await();
    owner.close(true);
    release.countDown();
    ranOn.get().join(Duration.ofSeconds(20));
    assertThat(TimerAccess.engineOf(timer).isStopped()).isTrue();
    assertThat(timer.stats().rejected()).isZero();
  }

  @Test
  void timeUp_lastTaskNeverBegan_terminatesAndTheDriverEnds() throws Exception {
    WheelExecutorService executor = on(task -> {});
    Future<Boolean> future = executor.submitWithTimeout(() -> true, Duration.ofMillis(50));
    executor.shutdown();
    assertThat(executor.awaitTermination(10, SECONDS)).isTrue();
    assertThat(future.state()).isEqualTo(Future.State.FAILED);
  }

  /** A clock that is part of the stop, and fails. */
  private static final class Failing implements SteppedClock {
    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public void attach(Wheels wheels) {}

    @Override
    public void detach(Wheels wheels) {
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void tryTerminate_stopOfTheTimerFails_endsAllTheSame() {
    WheelTimer timer = WheelTimer.builder().clock(new Failing()).build();
    ExecutorTaskOwner owner = new ExecutorTaskOwner(timer, true, null);
    owner.close(true);
    assertThatThrownBy(owner::tryTerminate).hasMessage("on purpose");
    assertThat(owner.counts.terminated.getCount()).isZero();
    assertThat(TimerAccess.engineOf(timer).isStopped()).isTrue();
  }
}
