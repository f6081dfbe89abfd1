package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.dispatch.Dispatcher;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.schedulers.internal.Target.TargetWorker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Worker: runs its tasks one after the other, in the order of their deadlines, equal ones in the
 * order of submission. A task without delay is due at once. Each task happens-before the next.
 *
 * <p>Its tasks wait in a {@link TaskQueue}, which it is itself; only its {@link WorkerAlarm} waits
 * in the wheel, for the first of them. When the alarm fires, or a task without delay comes, a
 * {@link WorkerDrain} runs what is due on a thread of the executor, or of the scheduler's {@link
 * Target}. A Worker without one is idle.
 *
 * <p>A scheduler that ends finds a Worker among the running ones, unless it is idle, or by its
 * alarm in the wheel. A thread that moves it from one to the other checks the scheduler afterwards.
 *
 * <p>Thread-safe by its monitor. That is held for a few stores (O(log n) steps if deadlines don't
 * come in order), never during a call to user code, nor while the clock is read.
 */
public final class WorkerTaskOwner extends TaskQueue implements TaskOwner.Endable {
  public final SchedulerTaskOwner scheduler;

  /** Whether it is disposed of when its first task has ended. */
  private final boolean hasOneTask;

  /** Used by the target alone: by the thread that hands over, and one that disposes of this. */
  volatile @Nullable TargetWorker worker;

  /**
   * What was handed over or runs; null while idle. Guarded by this, as all fields below. Written by
   * threads that submit, dispose or drain, and by that of the alarm.
   */
  @Nullable WorkerDrain drain;

  /** Made for the first task with a delay, which most Workers never get. */
  private @Nullable WorkerAlarm alarm;

  /** Set once. Read without the monitor too, before each run. */
  private volatile boolean disposed;

  /** If the scheduler has a target, tasks run only there. */
  public WorkerTaskOwner(SchedulerTaskOwner scheduler, boolean hasOneTask) {
    super(scheduler.settings);
    this.scheduler = scheduler;
    this.hasOneTask = hasOneTask;
    this.worker = scheduler.target == null ? null : scheduler.target.nextThread();
  }

  /**
   * {@return whether a drain was handed to the threads that run it} Called by a thread that can do
   * without: it submits a task without delay, and throws what this throws, or drains.
   */
  boolean hand(WorkerDrain handed) {
    Target target = scheduler.target;
    if (target != null) {
      return target.submit(handed);
    }
    TimerAccess.dispatcherOf(timer()).dispatch(handed, settings.executor());
    return true;
  }

  /** The same for a {@link WorkerTask}; without a delay it runs after what is due already. */
  @Override
  public boolean arm(Task task, long delayNanos) {
    return !isDisposed() && scheduler.arm(task, delayNanos);
  }

  /** {@return whether a new task was accepted} Adds it to the queue. */
  boolean accept(Task task, long delayNanos) {
    WorkerTask mine = (WorkerTask) task;
    long deadline = delayNanos > 0 ? engine().deadlineAfter(delayNanos) : engine().time.now();
    if (delayNanos > 0) {
      engine().limit.acquire(false);
      mine.holdsPermit = true;
    }
    WorkerDrain handed = drain; // seen late without the monitor
    if (handed != null) {
      handed.againIfLost();
    }
    boolean needsAlarm;
    WorkerDrain made;
    synchronized (this) {
      needsAlarm = drain == null && delayNanos > 0 && !isAlarmSeenTo(deadline, delayNanos >> 3);
      if (needsAlarm || (drain == null && delayNanos <= 0)) {
        Callbacks.requireStack(60); // once it is in the queue, others count on this
      }
      if (!add(mine, deadline)) {
        return false;
      }
      made = delayNanos > 0 ? null : leavesIdle(deadline); // last: this thread hands it over
    }
    if (needsAlarm) {
      alarm().set(null, delayNanos >> 3, 0);
    } else if (made != null) {
      try {
        return made.handOver(mine);
      } catch (VirtualMachineError unfinished) {
        made.again(); // for the others, which count on it
        throw unfinished;
      }
    }
    return true;
  }

  /** {@return whether a task was added to the queue, or moved} If it is over, frees its permit. */
  private synchronized boolean add(WorkerTask task, long deadlineNanos) {
    if (disposed || task.isDisposed()) {
      releasePermit(task);
      return false;
    }
    WorkerDrain before = null;
    if (task.holdsPermit) {
      alarm(); // there may be no memory for it when it is to be set
    } else {
      before = drain; // the task runs behind what that has seen, though the clock steps back
    }
    remove(task);
    task.primeFired(before == null ? deadlineNanos : before.saw(deadlineNanos));
    add(task);
    return true;
  }

  /** {@return the drain of what is due, if the Worker was idle: this thread sees to it} */
  private synchronized @Nullable WorkerDrain leavesIdle(long nowNanos) {
    if (drain != null) {
      drain.saw(nowNanos);
      return null;
    }
    WorkerTask first = firstToRun();
    if (first == null || first.deadlineNanos() > nowNanos) {
      return null;
    }
    drain = new WorkerDrain(this, nowNanos);
    return drain;
  }

  /** {@return the first task of the queue; null if none runs any more} Under the monitor. */
  @Nullable WorkerTask firstToRun() {
    return disposed ? null : first();
  }

  @Override
  protected boolean rearm(Task task, long deadlineNanos, boolean atOnce) {
    WorkerTask mine = (WorkerTask) task;
    if (!atOnce) {
      acquirePermit(mine);
    }
    return add(mine, atOnce ? engine().time.nowOrSeen() : deadlineNanos);
  }

  /** Acquires a permit for a task's next period, unless it has one: a second try after an Error. */
  private synchronized void acquirePermit(WorkerTask task) {
    if (!task.holdsPermit) {
      engine().limit.acquire(true);
      task.holdsPermit = true;
    }
  }

  /** Releases the permit of a task, if it has one. Under the monitor. */
  void releasePermit(WorkerTask task) {
    if (task.holdsPermit) {
      engine().limit.release();
      task.holdsPermit = false;
    }
  }

  /**
   * Counts the end of a task, and takes it out of the queue. Called by the thread that has run or
   * withdrawn it, and by the drain, which finds in the queue what an Error has left there. Each
   * step is a call, followed by a store that records it, so repeating this repeats no step.
   */
  @Override
  synchronized void countEnd(Task over) {
    WorkerTask task = (WorkerTask) over;
    releasePermit(task);
    if (task.counts) {
      scheduler.countEnd(task);
      task.counts = false;
    }
    remove(task);
  }

  /** Sees to what is due, and otherwise sets the alarm. Called by the alarm when it has fired. */
  void alarmed() {
    try {
      WorkerDrain due = leavesIdle(engine().time.now());
      if (due == null) {
        alarm().set(null, WorkerAlarm.ANY_SLACK, 0);
      } else if (!mayRun()) {
        due.refused();
      } else if (scheduler.target != null) {
        scheduler.target.execute(due);
      } else if (alarm().executor() != Dispatcher.HERE) {
        due.run();
      } else if (!TimerAccess.dispatcherOf(timer()).takes(due, settings.executor())) {
        due.again();
      }
    } catch (Throwable failure) { // of the clock, or for lack of memory
      tell(timer(), failure);
      alarm().set(null, WorkerAlarm.ANY_SLACK, engine().soonNanos());
    }
  }

  /** Disposes of it; elsewhere if the driver calls, because an interrupt may run user code. */
  void end() {
    disposed = true; // at once: a thread that drains it would come here again
    offDriver(timer(), this::dispose);
  }

  synchronized WorkerAlarm alarm() {
    alarm = alarm == null ? new WorkerAlarm(this) : alarm;
    return alarm;
  }

  /** {@return when the alarm is to go off; negative if nothing waits} Under the monitor. */
  long alarmTime(long earliestNanos) {
    WorkerTask first = firstToRun();
    return first == null ? -1 : Math.max(first.deadlineNanos(), earliestNanos);
  }

  /**
   * {@return whether the alarm is right, or another thread sets it} For a task with that deadline,
   * too. Under the monitor.
   */
  boolean isAlarmSeenTo(long deadlineNanos, long slackNanos) {
    long at = alarmTime(0);
    return isAlarmRight(at < 0 ? deadlineNanos : Math.min(at, deadlineNanos), slackNanos)
        || (alarm != null && alarm.isBeingSet);
  }

  /** {@return whether something of it may still run} */
  boolean mayRun() {
    return state().lets(false);
  }

  /** {@return the number of submitted, unfinished tasks} Counts them. */
  public int size() {
    return (int) queued().stream().filter(task -> !task.isDisposed()).count();
  }

  /** Disposes of every task and rejects new ones. Idempotent; any thread, those of tasks too. */
  @Override
  public void dispose() {
    List<Runnable> steps = new ArrayList<>();
    synchronized (this) {
      disposed = true;
      if (alarm != null) {
        steps.add(alarm::drop); // first: it has the permit of a task
      }
      queued().forEach(task -> steps.add(task::dispose));
      WorkerDrain mine = drain;
      if (mine == null || !mine.begun) {
        if (mine != null) {
          steps.add(() -> mine.takesBack(false)); // the target may never run it
        }
        if (scheduler.target != null) {
          steps.add(() -> scheduler.target.release(this));
        }
      }
    }
    Callbacks.callEach(steps, Runnable::run);
    scheduler.taskEnded(); // again, if the last end found no stack for it
  }

  @Override
  public void endPeriods() {
    queued().forEach(Task::endPeriods);
  }

  void checkScheduler() {
    if (!mayRun()) {
      end();
    } else if (!state().lets(true)) {
      endPeriods();
    }
  }

  @Override
  void endAgain(Task over) {
    countEnd(over);
    ended(over);
  }

  @Override
  protected void discard(Task task) {
    // it is in no wheel
  }

  @Override
  protected void ended(Task task) {
    WorkerDrain handed = drain;
    try {
      if (handed != null && task.isWithdrawn()) {
        handed.takesBack(true);
      }
    } finally {
      scheduler.taskEnded();
    }
    if (hasOneTask && !disposed) {
      dispose();
    }
  }

  @Override
  boolean interruptsAgain() {
    return scheduler.interruptsAgain();
  }

  @Override
  public OwnerState state() {
    Target target = scheduler.target;
    return disposed || (target != null && target.isCutOff(this))
        ? OwnerState.CLOSED
        : scheduler.state();
  }

  /** A task of a Worker, with its place in the Worker's queue. In no wheel. */
  public abstract static class WorkerTask extends Task {
    static final int NOWHERE = -1;

    /** The neighbours in the list of the queue. */
    @Nullable WorkerTask before;

    @Nullable WorkerTask after;

    /** A cell of the queue's heap, or a constant of the queue. */
    int index = NOWHERE;

    /** Decides between equal deadlines. Compared by difference. */
    int serial;

    /** Whether it holds a permit: it was submitted with a delay, and waits. */
    boolean holdsPermit;

    /** Whether it counts, until its end is counted. It leaves the queue afterwards. */
    boolean counts;

    protected WorkerTask(TaskOwner owner, Runnable action) {
      super(owner, action);
    }

    /** Takes nothing: only the Worker's drain runs it, and the queue needs the deadline. */
    @Override
    final long takePeriod() {
      return deadlineNanos();
    }
  }
}
