package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.schedulers.internal.TargetThread.Turn;
import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs what is due of one Worker, on one thread. Made as the Worker leaves idle, and handed to the
 * threads that run its tasks, or run by that of the alarm. A Worker is idle while it has no drain,
 * and only the drain that it has may begin: so one that was taken back, or that ran already, does
 * nothing when it is run once more. From before the Worker has it until a thread leaves it, it is
 * among the running ones of the scheduler; that thread then sets the alarm, or checks the
 * scheduler.
 *
 * <pre>
 *   handed --run-->      begun  the first thread that runs it
 *   handed --takesBack-> over   the thread that handed it over and was refused; one that disposed
 *                               of the Worker, or of its last task
 *   begun  --yields-->   over   after a turn, so that busy Workers share few threads; another
 *                               drain is handed over
 *   begun  --rests-->    over   nothing is due, and the alarm is set
 * </pre>
 *
 * Thread-safe by the Worker's monitor, which is never held during a call to user code.
 */
public final class WorkerDrain implements TaskOwner.DueWork {
  final WorkerTaskOwner worker;

  /**
   * The latest time that a thread has read: a task with a deadline by then is due. Guarded by the
   * Worker's monitor, as the three below. Written by threads that submit or drain.
   */
  private long seenNanos;

  /** Whether a thread runs it, or has. */
  boolean begun;

  /** Whether the thread was interrupted, by none of us: it gets that back. Used by it alone. */
  private boolean isInterrupted;

  /** The thread that offers this to another after a turn; null if this was run inside. */
  private @Nullable Thread yielding;

  /** Takes this out of the queue where it waits; null before that is known. */
  private @Nullable Runnable takeOut;

  /** Whether it has left that queue. Set by the thread that hands it over. */
  private volatile BooleanSupplier hasLeft = () -> false;

  private final int cell;

  WorkerDrain(WorkerTaskOwner worker, long nowNanos) {
    this.worker = worker;
    this.seenNanos = nowNanos;
    this.cell = worker.scheduler.addRunning(this, System.identityHashCode(worker));
  }

  /** Makes due what has a deadline by then. {@return the latest such time} Under the monitor. */
  long saw(long nowNanos) {
    seenNanos = Math.max(seenNanos, nowNanos);
    return seenNanos;
  }

  private boolean isHanded() {
    return worker.drain == this && !begun;
  }

  private boolean isDue(@Nullable WorkerTask first) {
    return first != null && first.deadlineNanos() <= seenNanos;
  }

  /**
   * Hands this over for a task without delay. {@return whether it was accepted} What that throws is
   * thrown, once the task is withdrawn; but for a lack of memory or stack, which is no refusal: the
   * caller takes this back.
   */
  boolean handOver(WorkerTask submitted) {
    Throwable cause = null;
    try {
      if (worker.mayRun() && worker.hand(this)) {
        return true;
      }
    } catch (VirtualMachineError unfinished) {
      throw unfinished;
    } catch (Throwable thrown) {
      cause = thrown;
    }
    boolean refused = takesBack(false);
    if (refused && cause == null) {
      worker.end();
    } else if (refused) {
      submitted.reject(); // before the alarm is set, which would be for this one
      worker.alarm().set(null, WorkerAlarm.ANY_SLACK, 0); // the others may be taken later
    }
    boolean accepted = (!refused && hasBegun()) || !submitted.reject(); // or another ran it
    if (!accepted) {
      Callbacks.throwIfAny(cause);
    }
    return accepted;
  }

  boolean hasBegun() {
    synchronized (worker) {
      return begun;
    }
  }

  @Override
  public void refused() {
    if (takesBack(false)) {
      worker.end();
    }
  }

  @Override
  public void tryAgain() {
    takesBack(false);
    // unless another drain sees to what is due
    worker.alarm().set(null, WorkerAlarm.ANY_SLACK, worker.engine().soonNanos());
  }

  @Override
  public void dispose() {
    worker.dispose();
  }

  @Override
  public void endPeriods() {
    worker.endPeriods();
  }

  @Override
  public boolean mayRun() {
    return worker.mayRun();
  }

  /** Says how to ask whether it has left the queue where it waits. {@return this} */
  public WorkerDrain handedAt(BooleanSupplier left) {
    hasLeft = left;
    return this;
  }

  /** Hands over once more what is due, if a hook has thrown before this could begin. */
  void againIfLost() {
    if (hasLeft.getAsBoolean() && !hasBegun()) {
      tryAgain();
    }
  }

  /** {@return whether the Worker is idle again, without a task run} Maybe only if none waits. */
  boolean takesBack(boolean ifNoneWaits) {
    Runnable out;
    synchronized (worker) {
      if (!isHanded() || (ifNoneWaits && (takeOut == null || worker.first() != null))) {
        return false; // else this runs, and sets the alarm
      }
      worker.drain = null;
      out = takeOut;
    }
    worker.scheduler.leave(this, cell);
    if (out != null) {
      out.run();
    }
    return true;
  }

  /** Seen late without the monitor, which only costs memory. */
  @Override
  public boolean isDisposed() {
    return worker.drain != this;
  }

  /** It may have been taken back by then, or have begun. */
  @Override
  public void handedOver(Runnable out) {
    boolean over;
    synchronized (worker) {
      takeOut = out;
      over = isDisposed() && !begun; // else the thread is a task's
    }
    if (over) {
      out.run();
    } else {
      takesBack(true);
    }
  }

  @Override
  public void run() {
    if (!Thread.currentThread().isVirtual()
        || !TimerAccess.dispatcherOf(worker.timer()).isRelay(worker.settings.executor())) {
      Callbacks.requireStack(40); // else it has not begun, and may be run again
    }
    synchronized (worker) {
      if (yielding == Thread.currentThread()) {
        yielding = null;
        return;
      }
      if (!isHanded()) {
        return;
      }
      begun = true;
    }
    isInterrupted = Thread.currentThread().isInterrupted();
    try {
      boolean yielded = false;
      while (!yielded && runTurn()) {
        yielded = yields();
      }
    } catch (Throwable failure) { // of the clock, or for lack of memory
      synchronized (worker) {
        worker.drain = null;
      }
      again();
      Callbacks.tellThread(failure);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
      worker.scheduler.leave(this, cell);
    }
    worker.checkScheduler();
  }

  /**
   * {@return whether there may be more to run after a turn; if not, the Worker is idle} Throws what
   * has kept a task from beginning, which stays in the queue.
   */
  private boolean runTurn() {
    Turn turn = new Turn(worker.scheduler.target == null ? null : worker.timer());
    while (turn.goesOn()) {
      WorkerTask task = next();
      if (task == null) {
        return false;
      }
      try {
        task.run();
      } catch (Throwable failure) {
        if (!task.isDisposed()) {
          throw failure;
        }
        Callbacks.tellThread(failure);
      } finally {
        isInterrupted |= Thread.interrupted(); // not for the next task
      }
      if (task.isDisposed() && task.index != WorkerTask.NOWHERE) {
        worker.endAgain(task); // an Error has left it in the queue
      }
    }
    return true;
  }

  /** {@return the next task that is due; null if there is none, and the Worker is idle} */
  private @Nullable WorkerTask next() {
    WorkerTask task = takeDue(0);
    if (task != null || rests(false)) {
      return task;
    }
    while ((task = takeDue(worker.engine().time.now())) == null && !rests(true)) {
      worker.alarm().set(this, WorkerAlarm.ANY_SLACK, 0);
      // then the clock again: a test may have moved it
    }
    return task;
  }

  private @Nullable WorkerTask takeDue(long nowNanos) {
    synchronized (worker) {
      saw(nowNanos);
      WorkerTask task = worker.firstToRun();
      if (task == null || !isDue(task)) {
        return null;
      }
      worker.releasePermit(task);
      return task;
    }
  }

  /** {@return whether the Worker is idle now, because nothing waits, or only for the alarm} */
  private boolean rests(boolean forAlarm) {
    synchronized (worker) {
      WorkerTask first = worker.firstToRun();
      boolean rests =
          first == null
              || (forAlarm
                  && !isDue(first)
                  && worker.isAlarmSeenTo(first.deadlineNanos(), WorkerAlarm.ANY_SLACK));
      worker.drain = rests ? null : worker.drain;
      return rests;
    }
  }

  /** Hands what is due to another thread. {@return false if this thread has to go on} */
  private boolean yields() {
    WorkerDrain next;
    try {
      next = new WorkerDrain(worker, 0);
    } catch (Throwable noMemory) {
      return false;
    }
    next.yielding = Thread.currentThread();
    synchronized (worker) {
      next.saw(seenNanos);
      worker.drain = next;
    }
    boolean handed = false;
    try {
      Target target = worker.scheduler.target; // which is not to report what it refuses now
      handed =
          (target != null && target.takesBehind(next))
              || (worker.mayRun() && (target == null ? worker.hand(next) : target.handOn(next)));
    } catch (Throwable refused) {
      // this thread goes on
    }
    synchronized (worker) {
      handed &= next.yielding != null; // otherwise it ran inside
      next.yielding = null;
      if (handed || !next.isHanded()) {
        return true;
      }
      worker.drain = this;
    }
    worker.scheduler.leave(next, next.cell);
    return false;
  }
}
