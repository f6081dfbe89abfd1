package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.dispatch.Relay;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
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
   * @param timer holds the waiting tasks
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
   * @param task seen by no other thread yet
   * @param delayNanos zero or less means at once, without the wheel
   * @return false if the timer is stopped, and the task will not run
   */
  public boolean arm(Task task, long delayNanos) {
    return engine().arm(task, delayNanos);
  }

  /** {@return whether one more task may be submitted} Counts the task if so. */
  boolean admit() {
    return true;
  }

  /**
   * Checks an armed task again, because the owner may have been closed or drained meanwhile.
   *
   * @return false if the task was withdrawn
   */
  boolean keeps(Task task) {
    return true;
  }

  /** Called before a run, on its thread. {@return the place to pass to {@link #left}} */
  int began(Endable task) {
    return 0;
  }

  /** Called after a run, on its thread. */
  void left(Endable task, int place) {}

  /** Called once for each admitted task, when it has ended or could not be armed. */
  void ended() {}

  boolean rearm(Task task, long deadlineNanos) {
    return engine().rearm(task, deadlineNanos);
  }

  /** Makes sure that a task will not fire, whether it is armed now or about to be armed again. */
  void discard(Task task) {
    engine().discard(task);
  }

  /**
   * Adds a delay to a time.
   *
   * @param nowNanos since the origin of a timer
   * @param delayNanos not negative
   * @return the sum, at most the deadline that is never reached
   */
  public static long after(long nowNanos, long delayNanos) {
    long deadline = nowNanos + delayNanos;
    return deadline < 0 ? WheelNode.NEVER_NANOS : Math.min(deadline, WheelNode.NEVER_NANOS);
  }

  /** Runs a task once more without delay. {@return false if it will not run} */
  boolean again(Task task) {
    return engine().resubmit(task);
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
   * Stops the timer. Any thread; the driver, which can't wait for its own end, uses another one.
   *
   * @param wait how long to wait, at most, until the driver has dispatched the fired tasks
   */
  final void stop(Duration wait) {
    if (engine().isDriver()) {
      Relay.perTask().execute(() -> timer.stop(Duration.ZERO));
    } else {
      wholly(() -> timer.stop(wait));
    }
  }

  /**
   * Runs an action, and runs it once more on another thread if it throws. It may throw in the
   * middle, because it waits, on a thread that BlockHound guards or deep in a stack, and because it
   * runs user code, such as that of an interrupt. The second run does the rest.
   */
  static void wholly(Runnable todo) {
    boolean done = false;
    try {
      todo.run();
      done = true;
    } finally {
      if (!done) {
        Relay.perTask().execute(todo);
      }
    }
  }

  /** Tells the calling thread's handler of uncaught exceptions; as in the JVM, that can't throw. */
  static void tellThread(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable ignored) {
      // nobody is left to tell
    }
  }

  /** {@return the executor that runs the tasks in place of the timer's, or null} */
  protected @Nullable Executor executor() {
    return null;
  }

  /**
   * Called when a task has run for the last time, on its thread.
   *
   * @param task has ended
   */
  protected void ran(Task task) {
    finished(task);
  }

  /**
   * Called once or more when a task is withdrawn or disposed of, or has run for the last time. The
   * task may still be running.
   *
   * @param task will not run again
   */
  protected void finished(Task task) {}

  /** {@return whether tasks that have not begun must not run any more} */
  protected abstract boolean isClosed();

  /** {@return whether new tasks are rejected, and periodic ones must not run again} */
  protected boolean refuses() {
    return isClosed();
  }

  /** {@return whether disposing of a running task interrupts its thread} */
  protected abstract boolean interruptsOnDispose();

  /**
   * Handles an exception from a task, on the task's thread.
   *
   * @param cause what was thrown
   * @param periodic whether the task has a period
   * @return whether a periodic task runs again in spite of it
   */
  protected abstract boolean failed(Throwable cause, boolean periodic);
}
