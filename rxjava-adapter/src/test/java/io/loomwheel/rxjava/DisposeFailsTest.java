package io.loomwheel.rxjava;

import static java.util.concurrent.TimeUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loomwheel.contract.StubbornThreads;
import io.loomwheel.internal.TimerAccess;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.ArrayList;
import java.util.List;
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

  @Test
  void registry_someThrow_disposesOfAll() {
    TargetRegistry registry = new TargetRegistry();
    List<Disposable> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      boolean throwing = i % 2 == 0;
      all.add(
          Disposable.fromRunnable(
              () -> {
                if (throwing) {
                  throw new IllegalStateException("on purpose");
                }
              }));
      registry.add(all.get(i));
    }
    assertThatIllegalStateException().isThrownBy(registry::dispose).withMessage("on purpose");
    assertThat(all).allMatch(Disposable::isDisposed);
  }
}
