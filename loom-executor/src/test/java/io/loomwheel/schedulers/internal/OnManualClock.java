package io.loomwheel.schedulers.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.SchedulerTaskOwner.SchedulerTask;
import io.loomwheel.schedulers.internal.TaskOwner.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** What tests of owners share: a timer on a clock that they move, a library, and what has run. */
abstract class OnManualClock {
  final FailingClock clock = new FailingClock();
  final RecordedLibrary library = new RecordedLibrary();
  final List<String> ran = new ArrayList<>();

  /** The timer's executor, which runs tasks inside the call. */
  final ManualExecutor firing = new ManualExecutor();

  final WheelTimer timer = WheelTimer.builder().clock(clock).taskExecutor(firing).build();

  OnManualClock() {
    firing.runInside(true);
  }

  final SchedulerTaskOwner on(Executor executor) {
    return new SchedulerTaskOwner(new Settings(library, timer, false, executor, true));
  }

  final Task submit(SchedulerTaskOwner to, String name, long delayNanos) {
    return submit(to, () -> ran.add(name), delayNanos);
  }

  final Task submit(SchedulerTaskOwner to, Runnable action, long delayNanos) {
    Task task = new SchedulerTask(to, action) {};
    assertThat(to.arm(task, delayNanos)).isTrue();
    return task;
  }

  final void passTo(long nanos) {
    clock.hand.advanceTo(nanos);
  }

  final void pass(Duration time) {
    clock.hand.advance(time);
  }

  final void assertIdle(SchedulerTaskOwner of) {
    assertThat(of.running()).as("running").isZero();
    assertThat(of.size()).as("size").isZero();
    assertThat(timer.pendingTimeouts()).as("pending").isZero();
  }
}
