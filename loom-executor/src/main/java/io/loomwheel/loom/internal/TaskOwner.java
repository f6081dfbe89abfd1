package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Engine;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The owner of unordered tasks: a scheduler. They run on the timer's executor, each on its own.
 *
 * <p>Thread-safe.
 */
public abstract class TaskOwner {
  private final WheelTimer timer;

  /**
   * For subclasses.
   *
   * @param timer whose wheel the tasks wait on
   */
  protected TaskOwner(WheelTimer timer) {
    this.timer = timer;
  }

  /** {@return the timer} */
  public final WheelTimer timer() {
    return timer;
  }

  final Engine engine() {
    return TimerAccess.engineOf(timer);
  }

  /**
   * Runs a new task after a delay.
   *
   * @param task seen by nobody else yet
   * @param delayNanos zero or less means at once, past the wheel
   * @return false if the timer is stopped, and the task will not run
   */
  public boolean arm(Task task, long delayNanos) {
    return engine().arm(task, delayNanos);
  }

  /** {@return whether one more task may be submitted, which is counted if so} */
  boolean admit() {
    return true;
  }

  /**
   * Looks again at a task that was armed, because the owner may have begun to end meanwhile.
   *
   * @return false if the task was withdrawn
   */
  boolean keeps(Task task) {
    return true;
  }

  /** Told before a run, on its thread; {@return what {@link #left} is to be told} */
  int began(Task task) {
    return 0;
  }

  /** Told after a run, on its thread. */
  void left(Task task, int place) {}

  /** Told once of each admitted task, when nothing is left to be done for it. */
  void ended() {}

  /** {@return the scheduler of a Worker, or this} */
  TaskOwner scheduler() {
    return this;
  }

  boolean rearm(Task task, long deadlineNanos) {
    return engine().rearm(task, deadlineNanos);
  }

  final void resubmit(Runnable task) {
    Executor own = executor();
    if (own == null) {
      TimerAccess.dispatcherOf(timer).dispatch(task);
    } else {
      TimerAccess.dispatcherOf(timer).dispatch(task, own);
    }
  }

  /**
   * Stops the timer from any thread: its driver, which can't wait for its own end, has another do
   * it.
   *
   * @param wait how long to wait, at most, for the driver to hand on what has fired
   */
  final void stop(Duration wait) {
    if (engine().isDriver()) {
      Relay.perTask().execute(() -> timer.stop(Duration.ZERO));
      return;
    }
    boolean stopped = false;
    try {
      timer.stop(wait);
      stopped = true;
    } finally {
      if (!stopped) {
        Relay.perTask().execute(() -> timer.stop(Duration.ZERO)); // goes on where this one failed
      }
    }
  }

  /** {@return what runs the tasks in place of the timer's executor, or null} */
  protected @Nullable Executor executor() {
    return null;
  }

  /**
   * Told when a task is done, withdrawn or disposed of, once or more often; it may still run then.
   *
   * @param task that will not run again
   */
  protected void finished(Task task) {}

  /** {@return whether tasks that have not begun are not to run any more} */
  protected abstract boolean isClosed();

  /** {@return whether nothing more is accepted, and periodic tasks are not to run again} */
  protected boolean refuses() {
    return isClosed();
  }

  /** {@return whether disposing of a running task interrupts its thread} */
  protected abstract boolean interruptsOnDispose();

  /**
   * Told of what a task has thrown, on its thread.
   *
   * @param cause what was thrown
   * @param periodic whether the task has a period
   * @return whether a periodic task runs again all the same
   */
  protected abstract boolean failed(Throwable cause, boolean periodic);
}
