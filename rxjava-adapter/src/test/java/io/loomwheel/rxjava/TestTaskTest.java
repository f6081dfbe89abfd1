package io.loomwheel.rxjava;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.SteppedClock;
import io.loomwheel.WheelTimer;
import io.loomwheel.rxjava.WheelTestScheduler.TestTask;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import org.junit.jupiter.api.Test;

/** A task of the test scheduler that ends while the timer has it and its owner hasn't yet. */
class TestTaskTest {
  private int runs;
  private final CompositeDisposable worker = new CompositeDisposable();
  private final TestTask task = new TestTask(worker, () -> runs++);

  /** Calls while a timeout is armed: the wheel has it, and the call that arms it goes on. */
  private record ArmingClock(Runnable meanwhile) implements SteppedClock {
    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public void attach(Wheels wheels) {}

    @Override
    public void detach(Wheels wheels) {}

    @Override
    public void earlier(Wheels wheels) {
      meanwhile.run();
    }
  }

  private WheelTimer waitOnATimer(Runnable meanwhile) {
    WheelTimer timer = WheelTimer.builder().clock(new ArmingClock(meanwhile)).build();
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
}
