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
 * The owner of tasks: an executor service, a scheduler or a Worker. By default they are unordered,
 * and run on the timer's executor, each on its own.
 *
 * <p>Thread-safe.
 */
public abstract class TaskOwner {
  private final WheelTimer timer;

  /** How far an owner has ended. */
  public enum OwnerState {
    /** It accepts tasks. */
    OPEN,
    /** It accepts none. One-shot tasks run, periodic ones end. */
    DRAINING,
    /** What has not begun will not run. */
    CLOSED,
    /** The last task has ended, too. */
    ENDED;

    /**
     * Tells which tasks may begin.
     *
     * @param periodic whether the task has a period
     * @return whether it may run, or run again
     */
    public boolean lets(boolean periodic) {
      return this == OPEN || (this == DRAINING && !periodic);
    }
  }

  /** What a scheduler ends with itself: one of its own tasks, or a Worker. */
  interface Endable {
    /** {@return whether it is that scheduler's} */
    boolean belongsTo(TaskOwner scheduler);

    /** Ends it, and interrupts what runs. */
    void dispose();

    /** Ends its periodic tasks, without an interrupt. */
    void endPeriods();
  }

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

  /** {@return the engine of the timer} */
  public final Engine engine() {
    return TimerAccess.engineOf(timer);
  }

  /**
   * Runs a new task after a delay.
   *
   * @param task seen by no other thread yet
   * @param delayNanos zero or less means at once, without the wheel
   * @return false if the owner or the timer is closed, and the task will not run
   */
  public boolean arm(Task task, long delayNanos) {
    return accept(task, delayNanos);
  }

  /**
   * Hands a new task to the wheel or to its executor.
   *
   * @param task seen by no other thread yet
   * @param delayNanos zero or less means at once, without the wheel
   * @return false if the task was not accepted
   */
  protected boolean accept(Task task, long delayNanos) {
    return engine().arm(task, delayNanos);
  }

  /** Called before a run, on its thread. {@return the place to pass to {@link #left}} */
  int began(Endable task) {
    return 0;
  }

  /** Called after a run, on its thread. */
  void left(Endable task, int place) {}

  /**
   * Called once for a task that neither runs nor will: by the thread that has run it for the last
   * time, or that has withdrawn it.
   *
   * @param task has ended
   */
  protected void ended(Task task) {}

  boolean rearm(Task task, long deadlineNanos) {
    return engine().rearm(task, deadlineNanos);
  }

  /** Runs a task once more without delay. {@return false if it will not run} */
  boolean again(Task task) {
    return engine().resubmit(task);
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

  /**
   * Tells the calling thread's handler of uncaught exceptions; as in the JVM, that can't throw.
   *
   * @param failure of a task
   */
  public static void tellThread(Throwable failure) {
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

  /** {@return how far it has ended} */
  public abstract OwnerState state();

  /** {@return whether disposing of a running task interrupts its thread} */
  protected abstract boolean interruptsOnDispose();

  /**
   * Handles an exception from a task, on the task's thread.
   *
   * @param cause what was thrown
   * @param periodic whether the task has a period
   * @return whether a periodic task runs again in spite of it
   */
  public abstract boolean failed(Throwable cause, boolean periodic);
}
