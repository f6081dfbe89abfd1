package io.loomwheel.loom.internal;

import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A task of a scheduler: node, {@code Runnable} and disposable in one object of 48 bytes.
 *
 * <p>Whether it runs, and who may interrupt it, is decided by {@link #stage}; the node's own word
 * only says whether it still lies in a wheel.
 *
 * <pre>
 *   null         --run-->      the running thread    whoever runs it, once, or once a period
 *   the thread   --leave-->    DONE, or null         that thread; null if another period follows
 *   the thread   --leave-->    DISPOSED              that thread; its owner had closed before it began
 *   null         --withdraw--> DISPOSED              any thread
 *   the thread   --dispose-->  LEFT                  that thread itself, or if nobody interrupts
 *   the thread   --dispose-->  INTERRUPTING          any other thread; it interrupts, then goes on to
 *   INTERRUPTING ----------->  INTERRUPTED           and the running thread waits for that
 * </pre>
 *
 * The wait is what keeps an interrupt out of the next task on the same thread: it was delivered
 * before the flag is cleared.
 */
public abstract class Task extends WheelNode {
  private static final Object DONE = "done";
  private static final Object DISPOSED = "disposed";
  private static final Object LEFT = "disposed while it ran";
  private static final Object INTERRUPTING = "interrupting";
  private static final Object INTERRUPTED = "interrupted";
  private static final VarHandle STAGE;

  static {
    try {
      STAGE = MethodHandles.lookup().findVarHandle(Task.class, "stage", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TaskOwner owner;

  /** Set to null once the task is done or disposed, so that a kept handle holds nothing. */
  private @Nullable Runnable action;

  /** As in the table above; by compare-and-set, but for the step out of INTERRUPTING. */
  private volatile @Nullable Object stage;

  /**
   * Makes a task that is to be armed next.
   *
   * @param owner where it belongs
   * @param action what it runs; a {@link Periodic} runs again
   */
  protected Task(TaskOwner owner, Runnable action) {
    this.owner = owner;
    this.action = action;
  }

  /** {@return what the task runs, without its period, or null once it is done or disposed} */
  public final @Nullable Runnable action() {
    Runnable a = action;
    return a instanceof Periodic periodic ? periodic.action() : a;
  }

  final boolean isPeriodic() {
    return action instanceof Periodic;
  }

  final boolean belongsTo(TaskOwner scheduler) {
    return owner.scheduler() == scheduler;
  }

  /**
   * {@return whether the task waits in the wheel, or has left it and not reached its strand} A task
   * that is not armed yet is taken for one that waits, and one that is about to run for one that
   * has not reached its strand.
   */
  final boolean isOnItsWay() {
    return stage == null && (isArmed() || inboxNext() == null);
  }

  /** {@return whether the task has run for the last time, or will not run any more} */
  public final boolean isDisposed() {
    Object s = stage;
    return s != null && !(s instanceof Thread);
  }

  /**
   * {@return whether it was kept from running before it began, or between two periods} If not, and
   * it is disposed, it has run or still does.
   */
  public final boolean isWithdrawn() {
    return stage == DISPOSED;
  }

  /**
   * Keeps the task from running, or from running again. If it is running on another thread and its
   * owner wants that, interrupts it. Idempotent; any thread.
   */
  public final void dispose() {
    while (!isDisposed()) {
      if (withdraw()) {
        return;
      }
      boolean interrupts = owner.interruptsOnDispose() && stage != Thread.currentThread();
      if (interrupts ? endRun() : leaveRun()) {
        forget();
      }
    }
  }

  /**
   * Keeps a task that is not running from doing so. Any thread.
   *
   * @return whether this call did it: the task had not begun, or waited for its next period
   */
  public final boolean withdraw() {
    if (STAGE.compareAndSet(this, null, DISPOSED)) {
      forget();
      owner.ended();
      return true;
    }
    return false;
  }

  /**
   * As {@link #withdraw}, for a caller who doesn't hand the task to anybody else: {@link #notAgain}
   * is told first. Any thread.
   *
   * @return whether this call did it
   */
  public final boolean revoke() {
    Runnable last = action;
    if (last == null || !STAGE.compareAndSet(this, null, DISPOSED)) {
      return false;
    }
    notAgain(last);
    forget();
    owner.ended();
    return true;
  }

  /**
   * Makes the current run of a task the last, and interrupts its thread. Any thread, its own too.
   *
   * @return whether this call did it: the task was running, and nobody had ended it yet
   */
  public final boolean endRun() {
    if (stage instanceof Thread running && STAGE.compareAndSet(this, running, INTERRUPTING)) {
      try {
        running.interrupt(); // may be what a user wrote
      } finally {
        stage = INTERRUPTED;
      }
      return true;
    }
    return false;
  }

  private boolean leaveRun() {
    return stage instanceof Thread running && STAGE.compareAndSet(this, running, LEFT);
  }

  private void forget() {
    action = null;
    owner.engine().discard(this);
    owner.finished(this);
  }

  @Override
  public final void run() {
    Runnable todo = action;
    Thread me = Thread.currentThread();
    if (todo == null || !STAGE.compareAndSet(this, null, me)) {
      return;
    }
    if (isArmed()) { // an executor that failed after the last period's run has it run once more
      leaveUnrun(me, todo);
      return;
    }
    boolean again = todo instanceof Periodic;
    Object end = DISPOSED; // what is drained after its owner closed has not begun
    int place = owner.began(this); // before the owner is asked: who closes it looks there next
    try {
      if (!owner.isClosed() && !(again && owner.refuses())) {
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
      if (todo instanceof Periodic) {
        notAgain(todo);
      }
      action = null;
      owner.finished(this);
      owner.ended();
    } else if (!armAgain((Periodic) todo)) {
      onStopped();
    } else if (isUnwanted()) {
      revoke(); // a thread that cancels it, or drains its owner, may have looked while it still ran
    }
  }

  private void leaveUnrun(Thread me, Runnable todo) {
    if (!STAGE.compareAndSet(this, me, null)) {
      awaitInterrupt();
      notAgain(todo);
      forget();
      owner.ended();
    } else if (todo instanceof Periodic && isUnwanted()) {
      revoke();
    }
  }

  /** A handler that fails as well must not keep the task from ending; it runs no more then. */
  private boolean tell(Throwable cause, boolean periodic) {
    try {
      return owner.failed(cause, periodic);
    } catch (Throwable handlerFailed) {
      return false; // as the JVM does with what a handler of uncaught exceptions throws
    }
  }

  /** {@return whether a periodic task is not to run again} */
  private boolean isUnwanted() {
    return !isWanted() || owner.refuses();
  }

  /**
   * {@return whether a periodic task that has just run is to run again} Asked once more after it
   * was armed again: who says no in between finds a task that still runs, and can't withdraw it.
   */
  protected boolean isWanted() {
    return true;
  }

  /**
   * Told when a period has run for the last time, or the task was revoked, before the owner learns
   * of it.
   *
   * @param last what the task ran, with its period
   */
  protected void notAgain(Runnable last) {}

  /** {@return when the run that has just ended was due} */
  long lastDueNanos() {
    return deadlineNanos();
  }

  private boolean armAgain(Periodic periodic) {
    if (periodic.nanos() <= 0) {
      owner.resubmit(this);
      return true;
    }
    long from = periodic.fromEnd() ? owner.engine().now() : lastDueNanos();
    long next = from + periodic.nanos();
    return owner.rearm(this, next < 0 ? NEVER_NANOS : Math.min(next, NEVER_NANOS));
  }

  private void awaitInterrupt() {
    while (stage == INTERRUPTING) {
      Thread.onSpinWait();
    }
    if (stage == INTERRUPTED) {
      Thread.interrupted();
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
