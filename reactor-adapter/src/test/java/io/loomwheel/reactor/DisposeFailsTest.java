package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.SteppedClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

/** Disposing of a scheduler is done to its end, though a part of it throws. */
class DisposeFailsTest {
  private static final int RUNNING = 3;

  private final List<Thread> threads = new ArrayList<>();
  private final WheelScheduler scheduler =
      WheelScheduler.builder().taskExecutor(this::startStubborn).build();
  private final CountDownLatch running = new CountDownLatch(RUNNING);
  private final CountDownLatch interrupted = new CountDownLatch(RUNNING);

  @AfterEach
  void stop() {
    scheduler.timer().stop();
  }

  /** Threads whose first interrupt is carried out, and then fails. */
  private void startStubborn(Runnable task) {
    Thread thread =
        new Thread(task) {
          @Override
          public void interrupt() {
            super.interrupt();
            throw new IllegalStateException("on purpose");
          }
        };
    threads.add(thread);
    thread.start();
  }

  private void block() {
    running.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
  }

  @Test
  void dispose_whoseInterruptsThrow_disposesOfAllThatRunsAndWaits_andStopsTheTimer()
      throws Exception {
    List<Disposable> tasks = new ArrayList<>();
    for (int i = 0; i < RUNNING; i++) {
      tasks.add(scheduler.schedule(this::block));
    }
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    tasks.add(scheduler.schedule(() -> {}, 1, DAYS));
    tasks.add(scheduler.schedulePeriodically(() -> {}, 1, 1, DAYS));
    assertThatIllegalStateException().isThrownBy(scheduler::dispose).withMessage("on purpose");
    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    scheduler.disposeGracefully().block(Duration.ofSeconds(30));
    assertThat(tasks).allMatch(Disposable::isDisposed);
    assertThat(TimerAccess.engineOf(scheduler.timer()).isStopped()).isTrue();
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(30))).isTrue(); // none waits for its interrupt
    }
  }

  @Test
  void end_isTold_thoughTheTimerFailsToStop() {
    SteppedClock clock =
        new SteppedClock() {
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
        };
    WheelTimer timer = WheelTimer.builder().clock(clock).build();
    ReactorSchedulerTaskOwner owner = new ReactorSchedulerTaskOwner(timer, true, true, null);
    assertThatIllegalStateException().isThrownBy(owner::drain).withMessage("on purpose");
    owner.end().block(Duration.ofSeconds(30));
    assertThat(TimerAccess.engineOf(timer).isStopped()).isTrue();
  }
}
