package io.loomwheel.schedulers.internal;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.PerTask;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The owner of tasks: an executor service, a scheduler or a Worker. By default they are unordered,
 * and run on the timer's executor, each on its own. Thread-safe.
 */
public abstract class TaskOwner {
  /** Not a cell: among others, or nowhere. */
  static final int NO_CELL = -1;

  /**
   * What a scheduler and its Workers have in common. {@code ownsTimer} says whether the timer stops
   * with the owner; the executor, if not null, runs the tasks in place of the timer's; {@code
   * interrupts} says whether disposing of a running task interrupts its thread.
   */
  public record Settings(
      Library library,
      WheelTimer timer,
      boolean ownsTimer,
      @Nullable Executor executor,
      boolean interrupts) {}

  final Settings settings;

  /** Whether an owner still accepts and runs tasks. */
  public enum OwnerState {
    /** It accepts tasks. */
    OPEN,
    /** It accepts none. One-shot tasks run, periodic ones end. */
    DRAINING,
    /** What has not begun will not run. */
    CLOSED,
    /** The last task has ended, too. */
    TERMINATED;

    /** {@return whether a task may run, or run again} */
    public boolean lets(boolean periodic) {
      return this == OPEN || (this == DRAINING && !periodic);
    }
  }

  /** What a scheduler ends with itself: a task, a Worker, or its drain. */
  public interface Endable {
    /** Ends it, and interrupts what runs. */
    void dispose();

    /** Ends its periodic tasks, without an interrupt. */
    void endPeriods();
  }

  /** What is due, and waits for a thread: a task, or the drain of a Worker. */
  public interface DueWork extends Endable, Runnable {
    /** {@return whether something of it, or of its Worker, may still run} */
    default boolean mayRun() {
      return !isDisposed();
    }

    /** {@return whether it has run, or will not} */
    boolean isDisposed();

    /** Tells how to take this out of the queue where it waits, once it will not run. */
    default void handedOver(Runnable out) {}

    /** Ends it unless it has begun, as nobody will run it. */
    void refused();

    /** Has its node fire a little later, as there is no memory to hand it over. May be repeated. */
    void tryAgain();

    /** The same, until it is done: nobody else knows of this. */
    default void again() {
      while (true) {
        try {
          tryAgain();
          return;
        } catch (OutOfMemoryError noMemory) {
          Callbacks.giveWay();
        }
      }
    }
  }

  protected TaskOwner(Settings settings) {
    this.settings = settings;
    Task.initialize();
  }

  public final WheelTimer timer() {
    return settings.timer;
  }

  public final Engine engine() {
    return TimerAccess.engineOf(timer());
  }

  /**
   * Runs a new task after a delay, or at once, without the wheel, if that is not positive. {@return
   * false if the owner or the timer is closed, and the task will not run}
   */
  public boolean arm(Task task, long delayNanos) {
    return engine().arm(task, delayNanos);
  }

  /** Called by the thread that runs a task, before it reads the state. {@return the task's cell} */
  int enter(Task task) {
    return NO_CELL;
  }

  /** Called by that thread once the end is counted, or before the task is armed again. */
  void leave(Endable running, int cell) {}

  /** Runs the action of a task, which may throw anything. */
  protected void perform(Runnable action) {
    action.run();
  }

  /** Counts the end of a task; what throws has not. Called before {@link #ended}. */
  void countEnd(Task task) {}

  /** Called for a task that was withdrawn before: an Error may have come in the middle of that. */
  void endAgain(Task over) {
    discard(over);
    ended(over);
  }

  /** Called by the thread that has run a task for the last time, or has withdrawn it. */
  protected void ended(Task task) {}

  /**
   * {@return whether a task that has run will run once more} Its deadline, since the origin of the
   * timer, may have passed, and doesn't count if it has no pause.
   */
  protected boolean rearm(Task task, long deadlineNanos, boolean atOnce) {
    if (!atOnce) {
      return engine().rearm(task, deadlineNanos);
    }
    task.refire(deadlineNanos);
    return engine().resubmit(task);
  }

  /** Makes sure that a task will not fire, whether it is armed now or about to be armed again. */
  protected void discard(Task task) {
    engine().discard(task);
  }

  /** {@return the sum, at most the deadline that is never reached} The delay is not negative. */
  public static long after(long nowNanos, long delayNanos) {
    long deadline = nowNanos + delayNanos;
    return deadline < 0 ? WheelNode.NEVER_NANOS : Math.min(deadline, WheelNode.NEVER_NANOS);
  }

  /** Stops its own timer, and doesn't wait. The driver, which may not, uses another thread. */
  protected final void stopOwnTimer() {
    if (!settings.ownsTimer) {
      return;
    }
    Runnable stop = () -> timer().stop(Duration.ZERO);
    if (engine().isDriver()) {
      PerTask.SHARED.execute(stop);
    } else {
      wholly(stop);
    }
  }

  /** Runs a step, which may call user code, here; elsewhere if the driver calls. */
  static void offDriver(WheelTimer timer, Runnable step) {
    if (TimerAccess.engineOf(timer).isDriver()) {
      TimerAccess.dispatcherOf(timer).dispatch(step);
    } else {
      step.run();
    }
  }

  /**
   * Runs an action, and the rest of it on another thread if it throws in the middle: it waits,
   * maybe on a thread that BlockHound guards or deep in a stack, and it runs user code in
   * interrupts.
   */
  static void wholly(Runnable todo) {
    try {
      todo.run();
    } catch (Throwable thrown) {
      PerTask.SHARED.execute(todo);
      throw thrown;
    }
  }

  /** As {@link Callbacks#tellThread}; the driver, which must not run user code, logs. */
  static void tell(WheelTimer timer, Throwable failure) {
    if (TimerAccess.engineOf(timer).isDriver()) {
      TimerAccess.dispatcherOf(timer).turnFailed(failure);
    } else {
      Callbacks.tellThread(failure);
    }
  }

  public abstract OwnerState state();

  /** {@return whether it ends: what runs on though it was disposed of is interrupted once more} */
  boolean interruptsAgain() {
    return state() == OwnerState.CLOSED;
  }

  /** {@return whether it rejects tasks} A Worker does if its scheduler does. */
  public final boolean isDisposed() {
    return state() != OwnerState.OPEN;
  }

  public final boolean failed(Throwable cause, boolean periodic) {
    return settings.library.failed(cause, periodic);
  }

  /** What a library decides about the tasks of one of its schedulers. Thread-safe. */
  public interface Library {
    /** Handles what a task throws, on its thread. {@return whether a periodic one runs again} */
    boolean failed(Throwable cause, boolean periodic);

    /** Lets the owner count a new task, or throws a rejection if no more may wait. */
    default void admit(SchedulerTaskOwner owner) {
      owner.countAdmitted();
    }

    /** Called once, on the thread that finds that the last task has ended. */
    default void terminated() {}
  }
}
