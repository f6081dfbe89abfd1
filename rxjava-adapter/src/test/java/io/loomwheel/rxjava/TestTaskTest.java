package io.loomwheel.rxjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.rxjava.WheelTestScheduler.TestTask;
import io.loomwheel.testing.ManualClock;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a task of the test scheduler says of itself, and one that ends while it is armed. */
class TestTaskTest {
  private int runs;
  private final CompositeDisposable worker = new CompositeDisposable();
  private final List<TestTask> tasks = new ArrayList<>();
  private final TestTask task = new TestTask(worker, () -> runs++);

  /** Does something as the call that arms the timeout goes on. */
  private WheelTimer waitOnATimer(Runnable meanwhile) {
    WheelTimer timer = WheelTimer.builder().clock(new ManualClock()).build();
    TimerAccess.engineOf(timer).onWakeUp(meanwhile);
    worker.add(task);
    task.waitOn(timer, 10);
    return timer;
  }

  @Test
  void dispose_asItIsArmed_leavesNothingInTheWheel() {
    WheelTimer timer = waitOnATimer(task::dispose);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(worker.size()).isZero();
    assertThat(runs).isZero();
  }

  @Test
  void run_asItIsArmed_leavesNothingInTheWheel() {
    WheelTimer timer = waitOnATimer(task);
    assertThat(timer.pendingTimeouts()).isZero();
    assertThat(worker.size()).isZero();
    assertThat(runs).isOne();
  }

  @Test
  void isDisposed_onceItHasRun_andNoSooner() {
    assertThat(disposedAsItRuns(() -> {})).containsExactly(false, true);
  }

  @Test
  void dispose_asItRuns_saysSoAtOnce() {
    assertThat(disposedAsItRuns(() -> tasks.getFirst().dispose())).containsExactly(true, true);
    tasks.clear();
    assertThat(disposedAsItRuns(worker::dispose)).containsExactly(true, true);
  }

  @Test
  void isDisposed_onceItHasFailed() {
    TestTask fails =
        new TestTask(
            worker,
            () -> {
              throw new IllegalStateException("on purpose");
            });
    worker.add(fails);
    assertThatThrownBy(fails::run).hasMessage("on purpose");
    assertThat(fails.isDisposed()).isTrue();
    assertThat(worker.size()).isZero();
  }

  @Test
  void run_ofATaskThatRuns_doesNothing() {
    disposedAsItRuns(
        () -> {
          runs++;
          tasks.getFirst().run();
        });
    assertThat(runs).isOne();
  }

  /** {@return what a new task says behind a step of its own, and what it says afterwards} */
  private List<Boolean> disposedAsItRuns(Runnable step) {
    List<Boolean> said = new ArrayList<>();
    TestTask runs =
        new TestTask(
            worker,
            () -> {
              step.run();
              said.add(tasks.getFirst().isDisposed());
            });
    tasks.add(runs);
    worker.add(runs);
    runs.run();
    said.add(runs.isDisposed());
    assertThat(worker.size()).isZero();
    return said;
  }
}
