package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.testing.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A timer whose clock the actors move, a scheduler on it, and a task that counts its runs. Made
 * anew for each round of a case. Thread-safe.
 */
final class TaskScene {
  private static final Duration TIME = Duration.ofNanos(10);

  private final ManualClock clock = new ManualClock();
  private final WheelTimer timer = WheelTimer.builder().clock(clock).build();
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger ends = new AtomicInteger();

  final Library library =
      new Library() {
        @Override
        public void terminated() {
          ends.incrementAndGet();
        }

        @Override
        public boolean failed(Throwable cause, boolean periodic) {
          throw new AssertionError(cause);
        }
      };

  final SchedulerTaskOwner scheduler = new SchedulerTaskOwner(library, timer, false, null, false);

  WheelTimer timer() {
    return timer;
  }

  /** {@return whether the owner took a task that is due when the time has passed} */
  boolean arm(TaskOwner owner) {
    return owner.arm(new WorkerTask(owner, runs::incrementAndGet) {}, TIME.toNanos());
  }

  /** {@return a task that has fired} */
  Task due() {
    return new Task(scheduler, runs::incrementAndGet) {};
  }

  /** {@return a task that has fired, and is due again when the time has passed} */
  Task duePeriod() {
    return new Task(scheduler, new Periodic(runs::incrementAndGet, TIME.toNanos(), false)) {};
  }

  int runs() {
    return runs.get();
  }

  /** Fires what is due by then, here. */
  void passTime() {
    clock.advance(TIME);
  }

  /** {@return how often a task ran, once nothing is left to wait for} */
  int runsInTheEnd() {
    passTime();
    passTime();
    return runs.get();
  }

  int pending() {
    return (int) timer.pendingTimeouts();
  }

  /** {@return how often the scheduler was found to have ended} */
  int ends() {
    return ends.get();
  }
}
