package io.loomwheel.loom.internal;

import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.loom.internal.WorkerTaskOwner.Phase;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The node of a Worker in the wheel; fires when the first of its tasks is due, or before.
 *
 * <p>Thread-safe by the Worker's monitor, which guards the fields. The wheel is called without it,
 * by one thread at a time, which then looks whether the Worker wants something else meanwhile.
 */
final class WorkerAlarm extends WheelNode implements Endable {
  /** Says that the alarm may go off as early as it is set for. */
  static final long ANY_SLACK = Long.MAX_VALUE;

  private static final long NO_CHANGE = Long.MAX_VALUE;

  private final WorkerTaskOwner worker;

  /** Whether it was armed and has not run since. */
  private boolean isSet;

  /** What it was armed for last. */
  private long nanos;

  /** Whether a thread arms it; only that one does. */
  private boolean setting;

  WorkerAlarm(WorkerTaskOwner worker) {
    this.worker = worker;
    primeFired(0); // as if it had fired: the Worker arms it again and again
  }

  /**
   * Sets the alarm for the first task, unless another thread does that at present.
   *
   * @param in the phase in which the calling thread has to do it
   * @param slackNanos how much too early the alarm may stay
   * @return false if the timer was stopped, or the Worker disposed of
   */
  boolean set(Phase in, long slackNanos) {
    if (!begins(in)) {
      return true;
    }
    boolean done = false;
    try {
      long at;
      do {
        at = wanted(slackNanos);
        done = at == NO_CHANGE || (at < 0 ? arm(~at) : move(at));
      } while (done && at != NO_CHANGE);
    } finally {
      if (!done) {
        endsInVain();
      }
    }
    return done;
  }

  private boolean begins(Phase in) {
    synchronized (worker) {
      if (setting || !worker.isIn(in)) {
        return false;
      }
      setting = true;
      return true;
    }
  }

  private void endsInVain() {
    synchronized (worker) {
      setting = false;
      isSet = false;
    }
  }

  /** {@return the deadline to move the alarm to, or its complement to arm it, or NO_CHANGE} */
  private long wanted(long slackNanos) {
    synchronized (worker) {
      long at = worker.alarmTime();
      if (isRight(at, slackNanos)) {
        setting = false;
        return NO_CHANGE;
      }
      long change = isSet ? at : ~at;
      isSet = true;
      nanos = at;
      return change;
    }
  }

  private boolean isRight(long at, long slackNanos) {
    return at < 0 || (isSet && nanos <= at && at - nanos <= slackNanos);
  }

  /** {@return whether the calling thread need not set it} Under the monitor. */
  boolean isSeenTo(long slackNanos) {
    return setting || isRight(worker.alarmTime(), slackNanos);
  }

  private boolean arm(long deadlineNanos) {
    Engine engine = worker.engine();
    engine.givePlace(); // the node takes it
    boolean armed = false;
    try {
      armed = engine.rearm(this, deadlineNanos);
    } finally {
      if (!armed) {
        engine.retakePlace();
      }
    }
    return armed;
  }

  private boolean move(long deadlineNanos) {
    worker.engine().rescheduleTo(this, deadlineNanos); // if it is too late for that, it runs soon
    return true;
  }

  @Override
  public void run() {
    if (isFirstRun()) {
      worker.alarmed();
    }
  }

  /** {@return false if the executor has run it twice} */
  private boolean isFirstRun() {
    synchronized (worker) {
      boolean first = isSet && !isArmed();
      isSet &= !first;
      return first;
    }
  }

  /** Makes sure that it will not fire. */
  void drop() {
    Engine engine = worker.engine();
    while (!isOver()) {
      if (engine.withdraw(this)) {
        engine.retakePlace();
      } else {
        retire();
      }
    }
  }

  @Override
  public @Nullable Executor executor() {
    return worker.executor();
  }

  @Override
  public void onStopped() {
    worker.stopped();
  }

  @Override
  public boolean belongsTo(TaskOwner scheduler) {
    return worker.belongsTo(scheduler);
  }

  @Override
  public void dispose() {
    worker.dispose();
  }

  @Override
  public void endPeriods() {
    worker.endPeriods();
  }
}
