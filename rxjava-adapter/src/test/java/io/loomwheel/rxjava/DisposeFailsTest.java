package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.contract.StubbornThreads;
import io.loomwheel.internal.TimerAccess;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Shutting a scheduler down is done to its end, though a part of it throws. */
class DisposeFailsTest {
  private static final int RUNNING = 3;

  private final StubbornThreads threads = new StubbornThreads(RUNNING);
  private final WheelScheduler scheduler = WheelScheduler.builder().taskExecutor(threads).build();

  @Test
  void shutdown_whoseInterruptsThrow_disposesOfAllThatRunsAndWaits_andStopsTheTimer()
      throws Exception {
    List<Disposable> tasks = new ArrayList<>();
    for (int i = 0; i < RUNNING; i++) {
      tasks.add(scheduler.scheduleDirect(threads::block));
    }
    assertThat(threads.areBlocked()).isTrue();
    tasks.add(scheduler.scheduleDirect(() -> {}, 1, DAYS));
    tasks.add(scheduler.schedulePeriodicallyDirect(() -> {}, 1, 1, DAYS));
    assertThatIllegalStateException().isThrownBy(scheduler::shutdown).withMessage("on purpose");
    assertThat(threads.areInterrupted()).isTrue();
    assertThat(tasks).allMatch(Disposable::isDisposed);
    assertThat(TimerAccess.engineOf(scheduler.timer()).isStopped()).isTrue();
  }

  /** What they throw is reported to the thread's handler, which throws, too. */
  @Test
  void shutdown_whoseTargetFailsToTakeWorkersBack_givesBackAllOthers() {
    int[] givenBack = new int[1];
    Scheduler.Worker failing =
        MisbehavingTargetTest.worker(
            () -> {
              givenBack[0]++;
              throw new AssertionError("on purpose");
            });
    WheelScheduler onTarget =
        WheelScheduler.delegating(scheduler.timer(), MisbehavingTargetTest.scheduler(failing));
    List<Scheduler.Worker> idle = Stream.generate(onTarget::createWorker).limit(RUNNING).toList();
    idle.forEach(each -> each.schedule(() -> {}));
    Thread thread = Thread.currentThread();
    thread.setUncaughtExceptionHandler(
        (in, cause) -> {
          throw new IllegalStateException(cause);
        });
    try {
      assertThatIllegalStateException().isThrownBy(onTarget::shutdown);
    } finally {
      thread.setUncaughtExceptionHandler(null);
    }
    assertThat(givenBack).containsExactly(RUNNING);
    assertThat(idle).allMatch(Disposable::isDisposed);
  }

  @Test
  void shutdown_ofAView_whoseInterruptsThrow_shutsTheTargetDown() throws Exception {
    AtomicBoolean isDown = new AtomicBoolean();
    Scheduler target =
        new Scheduler() {
          @Override
          public Worker createWorker() {
            return Schedulers.from(threads).createWorker();
          }

          @Override
          public void shutdown() {
            isDown.set(true);
          }
        };
    Scheduler view = new RxDelegatingScheduler(scheduler.timer(), target);
    for (int i = 0; i < RUNNING; i++) {
      view.scheduleDirect(threads::block, 1, MILLISECONDS);
    }
    assertThat(threads.areBlocked()).isTrue();
    assertThatIllegalStateException().isThrownBy(view::shutdown).withMessage("on purpose");
    assertThat(isDown).isTrue();
  }
}
