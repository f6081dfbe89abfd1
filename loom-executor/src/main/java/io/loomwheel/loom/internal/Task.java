package io.loomwheel.loom.internal;

import io.loomwheel.internal.wheel.WheelNode;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A task of a scheduler: node, {@code Runnable} and disposable in one object of 48 bytes.
 *
 * <p>{@link #stage} decides whether it runs and which thread may interrupt it. The node's own word
 * only says whether it is still in a wheel.
 *
 * <pre>
 *   null         --run-->      the running thread    that thread, once, or once a period
 *   the thread   --leave-->    DONE, or null         that thread; null if another period follows
 *   the thread   --leave-->    DISPOSED              that thread; the owner closed before it began
 *   null         --withdraw--> DISPOSED              any thread
 *   the thread   --dispose-->  LEFT                  that thread; any if the owner never interrupts
 *   the thread   --dispose-->  INTERRUPTED           any thread; it interrupts under the monitor
 * </pre>
 *
 * The running thread enters the monitor before it clears its flag, so that the interrupt doesn't
 * reach the next task on that thread. It doesn't spin: a thread that must not block may not either.
 */
public abstract class Task extends WheelNode implements TaskOwner.Endable {
  private static final Object DONE = "done";
  private static final Object DISPOSED = "disposed";
  private static final Object LEFT = "disposed while it ran";
  private static final Object INTERRUPTED = "interrupted";
  private static final AtomicReferenceFieldUpdater<Task, @Nullable Object> STAGE =
      AtomicReferenceFieldUpdater.newUpdater(Task.class, Object.class, "stage");

  private final TaskOwner owner;

  /** Null once the task is done or disposed, so that a caller's handle doesn't retain it. */
  private @Nullable Runnable action;

  /** As in the table above. Written by compare-and-set. */
  private volatile @Nullable Object stage;

  /**
   * Makes a task that is not armed yet.
   *
   * @param owner the owner of the task
   * @param action what it runs; a {@link Periodic} runs again
   */
  @SuppressWarnings("this-escape") // a final method
  protected Task(TaskOwner owner, Runnable action) {
    this.owner = owner;
    this.action = action;
    primeFired(0); // so that it can be withdrawn before it is armed
  }

  /** {@return what the task runs, without its period, or null once it is done or disposed} */
  public final @Nullable Runnable action() {
    Runnable a = action;
    return a instanceof Periodic periodic ? periodic.action() : a;
  }

  @Override
  public final Object kind() {
    Runnable a = action();
    return a == null ? this : a;
  }

  final boolean isPeriodic() {
    return action instanceof Periodic;
  }

  @Override
  public final boolean belongsTo(TaskOwner scheduler) {
    return owner == scheduler;
  }

  @Override
  public final void endPeriods() {
    if (isPeriodic()) {
      withdraw();
    }
  }

  /** {@return whether the task has run for the last time, or will not run any more} */
  public final boolean isDisposed() {
    Object s = stage;
    return s != null && !(s instanceof Thread);
  }

  /**
   * {@return whether it was withdrawn before it began, or between two periods} A disposed task that
   * was not withdrawn has run or still runs.
   */
  public final boolean isWithdrawn() {
    return stage == DISPOSED;
  }

  /**
   * Prevents the task from running, or from running again. Interrupts it if it runs on another
   * thread and its owner says so. Idempotent; any thread.
   */
  @Override
  public final void dispose() {
    while (!isDisposed()) {
      if (withdraw()) {
        return;
      }
      boolean interrupts = owner.interruptsOnDispose() && stage != Thread.currentThread();
      if (interrupts ? endRun() : leaveRun()) {
        action = null;
      }
    }
  }

  /**
   * Prevents a task that is not running from running. Any thread.
   *
   * @return whether this call did it: the task had not begun, or waited for its next period
   */
  public final boolean withdraw() {
    return withdraw(null);
  }

  /**
   * {@return whether this call withdrew the task} Calls {@link #notAgain} too, for a caller that
   * won't pass the task on. Any thread.
   */
  public final boolean revoke() {
    Runnable last = action;
    return last != null && withdraw(last);
  }

  private boolean withdraw(@Nullable Runnable last) {
    boolean withdrawn = STAGE.compareAndSet(this, null, DISPOSED);
    if (withdrawn) {
      endUnrun(last);
    }
    return withdrawn;
  }

  private void endUnrun(@Nullable Runnable last) {
    try {
      owner.discard(this); // a queued task keeps its deadline until it has left the queue
    } finally {
      end(last);
    }
  }

  /** Ends a task that neither runs nor will, though code on the way may throw. */
  private void end(@Nullable Runnable last) {
    action = null;
    try {
      if (last != null) {
        notAgain(last);
      }
    } finally {
      owner.ended(this);
    }
  }

  /**
   * Makes the current run of a task the last, and interrupts its thread. Any thread, its own too.
   *
   * @return whether this call did it: the task was running, and no other call had ended the run
   */
  public final synchronized boolean endRun() {
    if (stage instanceof Thread running && STAGE.compareAndSet(this, running, INTERRUPTED)) {
      running.interrupt(); // may run user code
      return true;
    }
    return false;
  }

  private boolean leaveRun() {
    return stage instanceof Thread running && STAGE.compareAndSet(this, running, LEFT);
  }

  @Override
  public final void run() {
    Runnable todo = action;
    Thread me = Thread.currentThread();
    if (todo == null || !STAGE.compareAndSet(this, null, me)) {
      return;
    }
    if (isArmed()) { // an executor that threw after the previous run may run it twice
      leaveUnrun(me, todo);
      if (!isArmed()) {
        run(); // it has fired meanwhile, and that run has found it taken
      }
      return;
    }
    boolean periodic = todo instanceof Periodic;
    boolean again = periodic;
    Object end = DISPOSED; // a task drained after its owner closed has not begun
    int place = owner.began(this); // before the state is read: the closing thread looks there next
    try {
      if (owner.state().lets(periodic)) {
        end = DONE;
        todo.run();
      }
    } catch (Throwable t) {
      again &= tell(t, again);
    }
    owner.left(this, place);
    again = again && !isUnwanted();
    if (!STAGE.compareAndSet(this, me, again ? null : end)) {
      awaitInterrupt();
      again = false;
    }
    if (!again) {
      end(periodic ? todo : null);
    } else if (!armAgain((Periodic) todo) && !isArmed()) { // armed, if such an executor ran it here
      onStopped();
    } else if (isUnwanted()) {
      revoke(); // a thread that cancels it, or drains its owner, may have seen it running
    }
  }

  private void leaveUnrun(Thread me, Runnable todo) {
    if (!STAGE.compareAndSet(this, me, null)) {
      awaitInterrupt();
      endUnrun(todo);
    } else if (todo instanceof Periodic && isUnwanted()) {
      revoke();
    }
  }

  /**
   * {@return whether the owner lets the task run again} False if its failure handler throws, too.
   */
  private boolean tell(Throwable cause, boolean periodic) {
    try {
      return owner.failed(cause, periodic);
    } catch (Throwable handlerFailed) {
      return false; // the JVM ignores exceptions from uncaught-exception handlers, too
    }
  }

  /** {@return whether a periodic task is not to run again} */
  private boolean isUnwanted() {
    return !isWanted() || !owner.state().lets(true);
  }

  /**
   * {@return whether a periodic task that has just run is to run again} Called again after it was
   * armed: a thread that cancels it in between can't withdraw it yet.
   */
  protected boolean isWanted() {
    return true;
  }

  /**
   * Called when a periodic task has run for the last time, or when the task was revoked, before the
   * owner is told.
   *
   * @param last what the task ran, with its period
   */
  protected void notAgain(Runnable last) {}

  /** {@return when the run that has just ended was due} */
  long lastDueNanos() {
    return deadlineNanos();
  }

  /** Arms the next period, at a second try if the clock throws. {@return false if there is none} */
  private boolean armAgain(Periodic periodic) {
    for (int tries = 0; tries < 2; tries++) {
      try {
        long from = periodic.fromEnd() ? owner.engine().now() : lastDueNanos();
        long next = TaskOwner.after(from, periodic.nanos());
        return periodic.nanos() <= 0 ? owner.again(this) : owner.rearm(this, next);
      } catch (Throwable failure) {
        tell(failure, true);
      }
    }
    return false;
  }

  private void awaitInterrupt() {
    if (stage == INTERRUPTED) {
      synchronized (this) {
        Thread.interrupted(); // the other thread has left the monitor, so the interrupt is here
      }
    }
  }

  @Override
  public final @Nullable Executor executor() {
    return owner.executor();
  }

  @Override
  public void onStopped() {
    dispose();
  }

  @Override
  public String toString() {
    Object s = stage;
    Runnable a = action;
    String state = s == null ? "pending" : s instanceof Thread ? "running on " + s : s.toString();
    return "Task[" + state + (a == null ? "]" : ", " + a + "]");
  }
}
