package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Callbacks;
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
 * come in order), never during a call to other code, nor while the clock is read.
 */
@SuppressWarnings("exports") // its superclass has nothing for others
public final class WorkerTaskOwner extends TaskQueue implements TaskOwner.Endable {
  /** What the thread that adds a task has to do about it. */
  private enum Added {
    REFUSED,
    WAITS,
    NEEDS_ALARM,
    NEEDS_DRAIN
  }

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

  /** If the scheduler has a target, tasks run only there, and the alarm on the timer's executor. */
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
    return !isDisposed() && scheduler.admit(task, this, delayNanos);
  }

  /** {@return whether a new task was accepted} Adds it to the queue. */
  boolean accept(Task task, long delayNanos) {
    WorkerTask mine = (WorkerTask) task;
    long deadline = delayNanos > 0 ? engine().deadlineAfter(delayNanos) : engine().time.now();
    if (delayNanos > 0) {
      engine().acquirePermit(false);
      mine.holdsPermit = true;
    }
    Added added = add(mine, deadline, delayNanos >> 3);
    if (added == Added.NEEDS_ALARM) {
      alarm().set(null, delayNanos >> 3);
    } else if (added == Added.NEEDS_DRAIN) {
      WorkerDrain made = drain; // as this thread has left it, or as others have since
      if (made != null) { // otherwise this was disposed of, and the task with it
        try {
          made.handOver(mine);
        } catch (VirtualMachineError unfinished) {
          made.again(); // for the others, which count on it
          throw unfinished;
        }
      }
    }
    return added != Added.REFUSED;
  }

  /** Adds a task to the queue, or moves it there. A permit of one that is over is released. */
  private synchronized Added add(WorkerTask task, long deadlineNanos, long slackNanos) {
    if (disposed || task.isDisposed()) {
      releasePermit(task);
      return Added.REFUSED;
    }
    boolean waits = task.holdsPermit;
    if (waits) {
      alarm(); // there may be no memory for it when it is to be set
    }
    WorkerDrain before = waits ? null : drain; // it runs behind that, though the clock steps back
    remove(task);
    task.primeFired(before == null ? deadlineNanos : before.saw(deadlineNanos));
    add(task);
    if (waits) {
      boolean isLate = drain == null && !isAlarmSeenTo(slackNanos);
      return isLate ? Added.NEEDS_ALARM : Added.WAITS;
    }
    return leavesIdle(deadlineNanos, false) == null ? Added.WAITS : Added.NEEDS_DRAIN;
  }

  /** {@return the drain of what is due, if the Worker was idle: this thread sees to it} */
  private synchronized @Nullable WorkerDrain leavesIdle(long nowNanos, boolean begun) {
    if (drain != null) {
      drain.saw(nowNanos);
      return null;
    }
    WorkerTask first = firstToRun();
    if (first == null || first.deadlineNanos() > nowNanos) {
      return null;
    }
    drain = new WorkerDrain(this, nowNanos, begun);
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
    return add(mine, atOnce ? engine().time.nowOrSeen() : deadlineNanos, 0) != Added.REFUSED;
  }

  /** Acquires a permit for a task's next period. An Error may have come between that and this. */
  private synchronized void acquirePermit(WorkerTask task) {
    if (!task.holdsPermit) {
      engine().acquirePermit(true);
      task.holdsPermit = true;
    }
  }

  /** Releases the permit of a task, if it has one. Under the monitor. */
  void releasePermit(WorkerTask task) {
    if (task.holdsPermit) {
      engine().releasePermit();
      task.holdsPermit = false;
    }
  }

  /**
   * Counts the end of a task, and takes it out of the queue. Called by the thread that has run or
   * withdrawn it, and by the drain, which finds in the queue what an Error has left there. Each
   * step is a call, and then a store that says so: so it is taken once.
   */
  @Override
  synchronized void countEnd(Task over) {
    WorkerTask task = (WorkerTask) over;
    releasePermit(task);
    if (!task.endCounted) {
      scheduler.countEnd(task);
      task.endCounted = true;
    }
    remove(task);
  }

  /** Called when what is due was refused: it waits for the alarm if the target takes it later. */
  void refused() {
    Target target = scheduler.target;
    if (target != null && target.mayBeFull() && mayRun()) {
      alarm().set(null, WorkerAlarm.ANY_SLACK);
    } else {
      end();
    }
  }

  /** Sees to what is due, and otherwise sets the alarm. Called by the alarm when it has fired. */
  void alarmed() {
    WorkerDrain due = null;
    try {
      Target target = scheduler.target;
      due = leavesIdle(engine().time.now(), target == null);
      if (due != null) {
        if (target == null) {
          due.drain();
        } else if (mayRun()) {
          target.execute(due);
        } else {
          due.refused();
        }
        return;
      }
    } catch (Throwable failure) { // of the clock, or for lack of memory or stack
      synchronized (this) { // first, as it needs neither
        drain = drain == due ? null : drain;
      }
      tell(timer(), failure);
      alarm().setAfterPause();
      return;
    }
    alarm().set(null, WorkerAlarm.ANY_SLACK);
  }

  /** Disposes of it; elsewhere if the driver calls, because an interrupt may run user code. */
  void end() {
    offDriver(timer(), this::dispose);
  }

  synchronized WorkerAlarm alarm() {
    alarm = alarm == null ? new WorkerAlarm(this) : alarm;
    return alarm;
  }

  /** {@return when the alarm is to go off; negative if nothing waits} Under the monitor. */
  long alarmTime() {
    WorkerTask first = firstToRun();
    return first == null ? -1 : first.deadlineNanos();
  }

  /** {@return whether the alarm is right, or another thread sets it} Under the monitor. */
  boolean isAlarmSeenTo(long slackNanos) {
    return isAlarmRight(alarmTime(), slackNanos) || (alarm != null && alarm.isBeingSet);
  }

  /** {@return whether something of it may still run} */
  boolean mayRun() {
    return state().lets(false);
  }

  /** {@return the number of submitted, unfinished tasks} Counts them. */
  public synchronized int size() {
    return (int) queued().stream().filter(task -> !task.isDisposed()).count();
  }

  /** Disposes of every task and rejects new ones. Idempotent; any thread, those of tasks too. */
  @Override
  public void dispose() {
    List<Runnable> steps = new ArrayList<>();
    synchronized (this) {
      disposed = true;
      queued().forEach(task -> steps.add(() -> end(task)));
      WorkerDrain mine = drain;
      if (alarm != null) {
        steps.add(alarm::drop);
      }
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
  }

  private void end(WorkerTask task) {
    task.dispose();
    if (task.isWithdrawn()) {
      countEnd(task); // as an Error may have kept another thread from it
    }
  }

  @Override
  public void endPeriods() {
    List<WorkerTask> waiting;
    synchronized (this) {
      waiting = queued();
    }
    waiting.forEach(Task::endPeriods);
  }

  void checkScheduler() {
    if (!mayRun()) {
      end();
    } else if (!state().lets(true)) {
      endPeriods();
    }
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
      scheduler.tryTerminate();
    }
    if (hasOneTask) {
      dispose();
    }
  }

  @Override
  public OwnerState state() {
    Target target = scheduler.target;
    return disposed || (target != null && target.isCutOff(this))
        ? OwnerState.CLOSED
        : scheduler.state();
  }
}
