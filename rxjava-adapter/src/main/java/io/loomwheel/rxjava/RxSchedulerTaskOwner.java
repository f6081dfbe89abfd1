package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.loom.internal.DrainingTaskOwner;
import io.loomwheel.loom.internal.Task;
import io.loomwheel.loom.internal.TaskOwner;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one scheduler share, from a start to the next shutdown, and what RxJava wants
 * done with their failures.
 */
final class RxSchedulerTaskOwner extends DrainingTaskOwner {
  private final @Nullable RxTarget target;
  private final Borrowers borrowers = new Borrowers();

  RxSchedulerTaskOwner(
      WheelTimer timer, boolean ownsTimer, boolean interrupts, @Nullable RxTarget target) {
    super(timer, ownsTimer, interrupts);
    this.target = target;
  }

  /** Idempotent; doesn't wait. */
  void shutdown() {
    close();
    borrowers.dispose();
    stopTimer();
  }

  /**
   * {@return what time it is: on a clock that is moved by hand that clock, zero being the epoch;
   * otherwise what the target says, or somebody else}
   */
  long now(TimeUnit unit, ToLongFunction<TimeUnit> otherwise) {
    Objects.requireNonNull(unit, "unit is null");
    Engine engine = TimerAccess.engineOf(timer());
    if (engine.isByHand()) {
      return unit.convert(engine.clockNanos(), TimeUnit.NANOSECONDS);
    }
    return target == null ? otherwise.applyAsLong(unit) : target.now(unit, otherwise);
  }

  /** {@return what holds a Worker of the target, to be disposed of by a shutdown} */
  Borrowers borrowers() {
    return borrowers;
  }

  @Override
  protected void onEnd() {}

  /** A target is handed what has no delay right here, so that the caller learns if it refuses. */
  @Override
  protected boolean hand(Task task, long delayNanos) {
    if (delayNanos > 0 || target == null || TimerAccess.engineOf(timer()).isStopped()) {
      return super.hand(task, delayNanos);
    }
    task.primeFired(TimerAccess.engineOf(timer()).now());
    return target.offer(task);
  }

  /**
   * Arms a new task; {@return whether it was taken} Tells {@code RxJavaPlugins.onError} if it is
   * the timer that takes no more.
   *
   * @param task seen by nobody else yet
   * @param by this, or a Worker of this scheduler
   * @param delayNanos zero or less means at once, past the wheel
   */
  boolean takes(Task task, TaskOwner by, long delayNanos) {
    try {
      if (by.arm(task, delayNanos)) {
        return true;
      }
      if (!isClosed() && TimerAccess.engineOf(timer()).isStopped()) {
        RxJavaPlugins.onError(new RejectedExecutionException("the timer was stopped: " + timer()));
      }
    } catch (RejectedExecutionException limitReached) {
      RxJavaPlugins.onError(limitReached);
    }
    return false;
  }

  @Override
  protected @Nullable RxTarget executor() {
    return target;
  }

  @Override
  protected boolean failed(Throwable cause, boolean periodic) {
    try {
      RxJavaPlugins.onError(cause);
    } catch (Throwable handlerFailed) {
      // as the JVM ignores what a handler of uncaught exceptions throws
    }
    return false;
  }
}
