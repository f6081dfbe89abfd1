package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The node of a Worker in the wheel; fires when the first of its tasks is due, or before.
 *
 * <p>Thread-safe by the Worker's monitor. The wheel is called without it, by one thread at a time,
 * which then checks whether the Worker wants another time meanwhile.
 */
final class WorkerAlarm extends PermitNode {
  /** Says that the alarm may go off as early as it is set for. */
  static final long ANY_SLACK = Long.MAX_VALUE;

  private static final long NO_CHANGE = -1;

  final WorkerTaskOwner worker;

  /** Whether a thread sets the alarm; only that one does. Guarded by the Worker's monitor. */
  boolean isBeingSet;

  WorkerAlarm(WorkerTaskOwner worker) {
    this.worker = worker;
  }

  /**
   * Sets the alarm for the first task, unless another thread does that, or the Worker has another
   * drain by now. Ends the Worker if the timer was stopped. Needs no memory, because threads that
   * have added tasks meanwhile count on this one.
   *
   * @param by the drain that rests if it is the calling thread's; null for an idle Worker
   * @param slackNanos how much too early the alarm may stay
   * @param earliestNanos when it goes off at the earliest: after a pause if what was due has failed
   */
  void set(@Nullable WorkerDrain by, long slackNanos, long earliestNanos) {
    synchronized (worker) {
      if (isBeingSet || worker.drain != by) {
        return;
      }
      isBeingSet = true;
    }
    boolean armed = true; // false if the timer was stopped, or the Worker disposed of
    boolean done = false;
    try {
      for (long at; armed && (at = wanted(slackNanos, earliestNanos)) != NO_CHANGE; ) {
        try {
          if (isPending()) {
            engine().rescheduleTo(this, at); // if it is too late for that, it runs soon
          } else {
            armed = armAt(at);
          }
        } catch (OutOfMemoryError noMemory) {
          isNotSet(); // others count on this thread
          Callbacks.giveWay();
        }
      }
      done = armed;
    } finally {
      if (!done) {
        synchronized (worker) {
          isBeingSet = false;
          worker.alarmNanos = TaskQueue.NOT_SET; // it may be set for the deadline before
        }
      }
    }
    if (armed) {
      worker.checkScheduler(); // which found neither the alarm nor a drain, if it ended meanwhile
    } else {
      worker.end();
    }
  }

  /** {@return the deadline to set the alarm for, or NO_CHANGE} */
  private long wanted(long slackNanos, long earliestNanos) {
    synchronized (worker) {
      long at = worker.alarmTime(earliestNanos);
      if (worker.isAlarmRight(at, slackNanos)) {
        isBeingSet = false;
        return NO_CHANGE;
      }
      worker.alarmNanos = at;
      return at;
    }
  }

  @Override
  public Engine engine() {
    return worker.engine();
  }

  private void isNotSet() {
    synchronized (worker) {
      worker.alarmNanos = TaskQueue.NOT_SET;
    }
  }

  @Override
  void fired() {
    isNotSet();
    worker.alarmed();
  }

  @Override
  public void onStopped() {
    worker.dispose();
  }

  /**
   * {@return what runs the tasks, or hands them to a target, if it is a relay, which loses nothing}
   * Elsewhere the driver makes the drain, and hands that on: the end of the scheduler finds it.
   */
  @Override
  public @Nullable Executor executor() {
    Executor by = worker.scheduler.target == null ? worker.settings.executor() : null;
    boolean keeps = engine().isByHand() || TimerAccess.dispatcherOf(worker.timer()).isRelay(by);
    return keeps ? by : Dispatcher.HERE;
  }

  /** {@return whether all that it does is to hand a drain over} */
  @Override
  public boolean isStep() {
    Target target = worker.scheduler.target;
    return target != null && target.hasThreads();
  }
}
