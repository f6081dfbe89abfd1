package io.loomwheel.reactor;

import static java.util.concurrent.TimeUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.SteppedClock;
import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.loomwheel.contract.StubbornThreads;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Disposing of a scheduler is done to its end, though a part of it throws. */
class DisposeFailsTest {
  private static final int RUNNING = 3;

  private final StubbornThreads threads = new StubbornThreads(RUNNING);
  private final WheelScheduler scheduler = WheelScheduler.builder().taskExecutor(threads).build();

  @AfterEach
  void stop() {
    scheduler.timer().stop();
  }

  @Test
  void dispose_whoseInterruptsThrow_disposesOfAllThatRunsAndWaits_andStopsTheTimer()
      throws Exception {
    List<Disposable> tasks = new ArrayList<>();
    for (int i = 0; i < RUNNING; i++) {
      tasks.add(scheduler.schedule(threads::block));
    }
    assertThat(threads.areBlocked()).isTrue();
    tasks.add(scheduler.schedule(() -> {}, 1, DAYS));
    tasks.add(scheduler.schedulePeriodically(() -> {}, 1, 1, DAYS));
    assertThatIllegalStateException().isThrownBy(scheduler::dispose).withMessage("on purpose");
    assertThat(threads.areInterrupted()).isTrue(); // none waits for its interrupt
    scheduler.disposeGracefully().block(Duration.ofSeconds(30));
    assertThat(tasks).allMatch(Disposable::isDisposed);
    assertThat(TimerAccess.engineOf(scheduler.timer()).isStopped()).isTrue();
  }

  @Test
  void disposeOfAWorker_whoseInterruptThrows_dropsWhatWaitsInVirtualTime() throws Exception {
    StubbornThreads one = new StubbornThreads(1);
    WheelScheduler onOne = WheelScheduler.builder().taskExecutor(one).build();
    Scheduler.Worker worker = onOne.createWorker();
    worker.schedule(one::block);
    assertThat(one.areBlocked()).isTrue();
    VirtualTimeScheduler.getOrSet();
    try {
      Disposable waits = worker.schedule(() -> {}, 1, DAYS);
      assertThatIllegalStateException().isThrownBy(worker::dispose).withMessage("on purpose");
      assertThat(waits.isDisposed()).isTrue();
    } finally {
      VirtualTimeScheduler.reset();
    }
    assertThat(one.areInterrupted()).isTrue();
    onOne.dispose();
  }

  /** A target that runs tasks on the spot, and whose Workers throw when they are given back. */
  private static Scheduler stubbornTarget() {
    return new Scheduler() {
      @Override
      public Disposable schedule(Runnable task) {
        throw new UnsupportedOperationException("not asked here");
      }

      @Override
      public Worker createWorker() {
        return new Worker() {
          private volatile boolean disposed;

          @Override
          public Disposable schedule(Runnable task) {
            task.run();
            return Disposables.disposed();
          }

          @Override
          public void dispose() {
            disposed = true;
            throw new IllegalStateException("on purpose");
          }

          @Override
          public boolean isDisposed() {
            return disposed;
          }
        };
      }
    };
  }

  @Test
  void stopOfTheTimer_theTargetsWorkersThrow_tellsAllOthers() {
    WheelTimer timer = WheelTimer.builder().shards(1).build();
    WheelScheduler delegating = WheelScheduler.delegating(timer, stubbornTarget());
    List<Disposable> periods = new ArrayList<>();
    List<Timeout> timeouts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      periods.add(delegating.schedulePeriodically(() -> {}, 0, 1, DAYS));
      timeouts.add(timer.schedule(() -> {}, Duration.ofDays(1)));
    }
    assertThatIllegalStateException().isThrownBy(timer::stop).withMessage("on purpose");
    assertThat(periods).allMatch(Disposable::isDisposed);
    assertThat(timer.stop()).containsExactlyInAnyOrderElementsOf(timeouts);
    delegating.disposeGracefully().block(Duration.ofSeconds(30)); // all are counted as ended
  }

  @Test
  void disposeGracefully_theTargetsWorkersThrow_endsAllPeriods_andItself() {
    WheelTimer timer = WheelTimer.create();
    WheelScheduler delegating = WheelScheduler.delegating(timer, stubbornTarget());
    List<Disposable> periods = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      periods.add(delegating.schedulePeriodically(() -> {}, 0, 1, DAYS));
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> delegating.disposeGracefully().block(Duration.ofSeconds(30)))
        .withMessage("on purpose");
    assertThat(periods).allMatch(Disposable::isDisposed);
    delegating.disposeGracefully().block(Duration.ofSeconds(30));
    timer.stop();
  }

  @Test
  void end_isNotified_thoughTheTimerFailsToStop() {
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
    ReactorLibrary library = new ReactorLibrary(ReactorLibrary.UNBOUNDED);
    SchedulerTaskOwner owner =
        new SchedulerTaskOwner(new Settings(library, timer, true, null, true));
    assertThatIllegalStateException().isThrownBy(owner::drain).withMessage("on purpose");
    library.termination().block(Duration.ofSeconds(30));
    assertThat(TimerAccess.engineOf(timer).isStopped()).isTrue();
  }
}
