package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.internal.wheel.WheelNode;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A task of a scheduler: node, {@code Runnable} and disposable in one object of 48 bytes.
 *
 * <p>{@link #stage} decides whether it runs and who may interrupt it, the node's word only whether
 * it is still in a wheel.
 *
 * <pre>
 *   null, WAITS  --run-->      the running thread    that thread, once, or once a period
 *   the thread   --leave-->    DONE, or WAITS        that thread; WAITS if another period follows
 *   the thread   --leave-->    DISPOSED, or ENDED    that thread; the owner closed before it began
 *   null         --withdraw--> DISPOSED              any thread
 *   WAITS        --withdraw--> ENDED                 any thread
 *   the thread   --dispose-->  Interrupted           any thread; it interrupts under the monitor
 *   Interrupted  --dispose-->  Interrupted           any thread, once more as the owner ends
 *   Interrupted  --leave-->    DONE                  that thread, under the monitor
 * </pre>
 *
 * A run that was disposed of without an interrupt, by its own thread or as the owner says, is the
 * last: {@link #action} is null, and the thread stays, for the end of the owner to interrupt.
 *
 * <p>The running thread enters the monitor before it clears its flag, so that the interrupt doesn't
 * reach the next task on that thread.
 */
public abstract class Task extends WheelNode implements TaskOwner.DueWork {
  private static final Object DONE = "done";
  private static final Object DISPOSED = "disposed";
  private static final Object WAITS = "waits for its next period";
  private static final Object ENDED = "disposed between two periods";
  private static final AtomicReferenceFieldUpdater<Task, @Nullable Object> STAGE =
      AtomicReferenceFieldUpdater.newUpdater(Task.class, Object.class, "stage");

  final TaskOwner owner;

  /**
   * Null once the task is done or disposed, so that a caller's handle doesn't retain it. A thread
   * that disposes writes this, then reads the stage; the one that runs it does the reverse.
   */
  private @Nullable Runnable action;

  /** As above. Written by compare-and-set. */
  private volatile @Nullable Object stage;

  /** Initializes this class, with the first owner: if that fails once, it fails for ever. */
  static void initialize() {}

  /** Makes a task that is not armed yet. A {@link Periodic} action runs again. */
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
  public final Engine engine() {
    return owner.engine();
  }

  @Override
  public @Nullable Object kind() {
    return action();
  }

  /** {@return whether it has a period} False once it is done or disposed. */
  public final boolean isPeriodic() {
    return action instanceof Periodic;
  }

  @Override
  public final void endPeriods() {
    if (isPeriodic()) {
      withdraw();
    }
  }

  /** {@return whether it has run for the last time, was disposed of in a run, or will not run} */
  @Override
  public final boolean isDisposed() {
    return action == null || stage instanceof Interrupted || hasEnded();
  }

  /** {@return whether it neither runs nor will} */
  final boolean hasEnded() {
    Object s = stage;
    return s == DONE || s == DISPOSED || s == ENDED;
  }

  /** {@return whether it was withdrawn before it began, or between two periods} */
  public final boolean isWithdrawn() {
    Object s = stage;
    return s == DISPOSED || s == ENDED;
  }

  @Override
  public final void refused() {
    withdraw();
  }

  /**
   * Prevents the task from running, or running again; interrupts it if it runs on another thread
   * and its owner says so. Idempotent; any thread.
   */
  @Override
  public final void dispose() {
    boolean interrupts =
        owner.settings.interrupts()
            && runner(stage) != Thread.currentThread()
            && (action != null || owner.interruptsAgain());
    if (withdraw() || hasEnded()) {
      return;
    }
    if (interrupts) {
      Callbacks.requireStack(60); // what is marked is interrupted
    }
    action = null; // a thread that arms the next period looks for this afterwards
    VarHandle.fullFence();
    if (!withdraw() && interrupts && !(stage instanceof Interrupted last && last.end)) {
      endRun();
    }
  }

  /** {@return the thread that runs it at that stage, if any; otherwise anything else} */
  private static @Nullable Object runner(@Nullable Object stage) {
    return stage instanceof Interrupted last ? last.thread : stage;
  }

  /**
   * {@return whether this call withdrew the task, which will not run} False if it has begun, and
   * doesn't wait for its next period. Any thread.
   */
  public final boolean withdraw() {
    return withdraw(null, false);
  }

  /** Withdraws a task unless it has begun; {@return whether it has not, and will not} */
  final boolean reject() {
    return withdraw(null, true) || stage == DISPOSED;
  }

  /** {@return whether this call withdrew the task} Calls {@link #notAgain} too. Any thread. */
  public final boolean revoke() {
    Runnable last = action;
    return last != null && withdraw(last, false);
  }

  private boolean withdraw(@Nullable Runnable last, boolean ifNew) {
    if (!STAGE.compareAndSet(this, null, DISPOSED)
        && (ifNew || !STAGE.compareAndSet(this, WAITS, ENDED))) {
      if (isWithdrawn()) {
        owner.endAgain(this);
      }
      return false;
    }
    boolean counted = false;
    try {
      owner.discard(this); // a queued task keeps its deadline until it has left the queue
      owner.countEnd(this);
      counted = true;
    } finally {
      if (!counted && owner instanceof SchedulerTaskOwner scheduler) {
        synchronized (scheduler) {
          scheduler.uncounted++;
        }
      }
      end(last);
    }
    return true;
  }

  /** Ends a task that neither runs nor will, and is counted, though code on the way may throw. */
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
   * {@return whether it runs, and this call has interrupted it} The run is the last one then. Any
   * thread, its own too; as often as it is called.
   */
  public final boolean endRun() {
    Callbacks.requireStack(40); // the thread that ends a run must interrupt it
    Object s = stage;
    if (runner(s) instanceof Thread running) {
      STAGE.compareAndSet(this, s, new Interrupted(running, owner.interruptsAgain()));
    }
    return stage instanceof Interrupted && interrupt();
  }

  private synchronized boolean interrupt() {
    if (stage instanceof Interrupted ended) {
      ended.thread.interrupt(); // may run user code
      return true;
    }
    return false;
  }

  @Override
  public final void run() {
    Runnable todo = action;
    Thread me = Thread.currentThread();
    boolean periodic = todo instanceof Periodic;
    boolean found = me.isInterrupted(); // before another thread can see that it runs here
    long due = periodic ? takePeriod() : 0;
    Object before = stage == null ? null : WAITS;
    if (todo == null || due < 0 || !STAGE.compareAndSet(this, before, me)) {
      return;
    }
    boolean again = periodic;
    Object end = DONE;
    int cell = TaskOwner.NO_CELL;
    boolean counted = false;
    try {
      try {
        cell = owner.enter(this);
        if (owner.state().lets(periodic)) {
          owner.perform(todo);
        } else {
          end = before == null ? DISPOSED : ENDED;
        }
      } catch (Throwable t) {
        again &= tell(t, again);
      }
      again = again && action != null && !isUnwanted();
      if (!STAGE.compareAndSet(this, me, again ? WAITS : end)) {
        again = false;
        awaitInterrupt(found);
      }
      if (!again) {
        owner.countEnd(this);
        counted = true;
        end(periodic ? todo : null);
      }
    } finally {
      if (stage == me || stage instanceof Interrupted) {
        stage = DONE; // there was no stack to end it above
        action = null;
        again = false;
      }
      if (!again && !counted && owner instanceof SchedulerTaskOwner scheduler) {
        synchronized (scheduler) {
          scheduler.uncounted++;
        }
      }
      owner.leave(this, cell); // before another thread can begin the next run
    }
    if (again && (!armAgain((Periodic) todo, due) || action == null || isUnwanted())) {
      withdraw(todo, false); // a thread that ends it, or its owner, may have seen it running
    }
  }

  /**
   * {@return when this period was due; negative if another thread has it} An executor may run it
   * twice.
   */
  long takePeriod() {
    return claimPeriod();
  }

  /** {@return whether the owner lets the task run again} False if its handler throws, too. */
  private boolean tell(Throwable cause, boolean periodic) {
    try {
      return owner.failed(cause, periodic);
    } catch (Throwable handlerFailed) {
      return false; // ignored, as by the JVM
    }
  }

  private boolean isUnwanted() {
    return !isWanted() || !owner.state().lets(true);
  }

  /** {@return whether a periodic task is to run again} Asked after a run, and once it is armed. */
  protected boolean isWanted() {
    return true;
  }

  /** Called with the action, and its period, when a periodic task has ended or any was revoked. */
  protected void notAgain(Runnable last) {}

  /** {@return when the last run was due} Its node has fired for the given deadline. */
  protected long lastDueNanos(long firedFor) {
    return firedFor;
  }

  /** Arms the next period, at a second try if the clock throws. {@return false if there is none} */
  private boolean armAgain(Periodic periodic, long due) {
    for (int tries = 0; tries < 2; tries++) {
      try {
        long from = periodic.fromEnd() ? engine().time.nowOrSeen() : lastDueNanos(due);
        long next = TaskOwner.after(from, periodic.nanos());
        return owner.rearm(this, next, periodic.nanos() <= 0);
      } catch (Throwable failure) {
        tell(failure, true);
      }
    }
    return false;
  }

  @Override
  public final void tryAgain() {
    Object s = stage;
    boolean waits = (s == null || s == WAITS) && isPending();
    if (waits && !engine().rearm(this, engine().soonNanos())) {
      withdraw();
    } // else a thread has it, or it waits
  }

  private synchronized void awaitInterrupt(boolean found) {
    stage = DONE;
    giveBack(found); // no other thread is in the monitor, so the interrupt is here
  }

  /**
   * Gives the calling thread's interrupt flag back as a run has found it: clears what came, and
   * sets what was there. The thread may be a caller's, whose executor runs tasks inside the call.
   */
  public static void giveBack(boolean found) {
    if (!found) {
      Thread.interrupted();
    } else if (!Thread.currentThread().isInterrupted()) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public final @Nullable Executor executor() {
    return owner.settings.executor();
  }

  /** It doesn't run: it was in the wheel, or was not armed again after its run. */
  @Override
  public final void onStopped() {
    revoke();
  }

  /**
   * The stage of a run that was made the last, by the end of the scheduler or before. The thread
   * may need more than one interrupt.
   */
  private record Interrupted(Thread thread, boolean end) {
    @Override
    public String toString() {
      return "interrupted";
    }
  }

  @Override
  public String toString() {
    Object s = stage;
    Runnable a = action;
    String state = s == null ? "pending" : s instanceof Thread ? "running on " + s : s.toString();
    return "Task[" + state + (a == null ? "]" : ", " + a + "]");
  }

  /**
   * The action and the period of a periodic task. Runs never overlap. A period of zero or less
   * means again at once after each run. It begins at the end of a run if {@code fromEnd} (fixed
   * delay); otherwise runs are due at the first deadline plus 0, 1, 2 … periods (fixed rate).
   */
  public record Periodic(Runnable action, long nanos, boolean fromEnd) implements Runnable {
    @Override
    public void run() {
      action.run();
    }
  }
}
