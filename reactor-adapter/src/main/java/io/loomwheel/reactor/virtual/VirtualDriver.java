package io.loomwheel.reactor.virtual;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.loomwheel.SteppedClock;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.wheel.WheelNode;
import io.loomwheel.loom.internal.Task;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Turns a wheel with tasks of a {@code VirtualTimeScheduler}, whose time is the wheel's clock.
 *
 * <p>A task turns the wheel; it is planned for the next deadline, and planned again when an earlier
 * timeout is armed. In addition, each task of a scheduler gets a <i>ticket</i>: a place in the
 * virtual queue at its deadline, taken when it is armed. A fired task waits until its ticket is
 * called. So among equal deadlines our tasks and those of the stock schedulers run in the order of
 * submission, although the wheel fires ours all at once. A cancelled task keeps its place in the
 * queue until then.
 *
 * <p>Any thread may arm. Only the thread that drains the virtual queue turns the wheel and runs due
 * tasks.
 */
final class VirtualDriver implements SteppedClock, Executor {
  private static final long NONE = Long.MAX_VALUE;

  private final VirtualTimeScheduler virtual;

  /** Tasks whose ticket was not called yet. */
  private final Set<Runnable> tickets = ConcurrentHashMap.newKeySet();

  private final Places places = new Places();

  /** Tasks armed to run before all waiting ones, and not handed over yet. */
  private final Set<Runnable> ahead = ConcurrentHashMap.newKeySet();

  /** Fired tasks that wait for their ticket. Used by the draining thread only. */
  private final Set<Runnable> due = new HashSet<>();

  /** Fired tasks without a ticket. Used by the draining thread only. */
  private final Queue<Runnable> others = new ArrayDeque<>();

  /** The draining thread, while it is in here; null otherwise. */
  private volatile @Nullable Thread draining;

  /** Whether the wheel is being turned. Used by the draining thread only. */
  private boolean turning;

  /** Set once, when the timer is made. */
  private volatile @Nullable Wheels wheels;

  /** The virtual time of the next planned turn, or {@link #NONE}. Under this object's monitor. */
  private long planned = NONE;

  /** A time that was not deferred. Written by the draining thread, read by any. */
  private volatile long seen = -1;

  VirtualDriver(VirtualTimeScheduler virtual) {
    this.virtual = virtual;
  }

  /** Arms a task without a ticket. */
  @FunctionalInterface
  interface Arming {
    boolean arm(Task task, long delayNanos);
  }

  /**
   * Arms at the virtual time that the stock scheduler would add the delay to. While the stock
   * scheduler defers time, only a task of its own can read it, before which no time has passed.
   */
  boolean arm(Task task, long delayNanos, Arming arming) {
    if (isInside() || virtual.now(NANOSECONDS) == seen) {
      return armHere(task, delayNanos, arming);
    }
    FutureTask<Boolean> arms = new FutureTask<>(() -> armHere(task, delayNanos, arming));
    try {
      virtual.schedule(() -> inside(arms));
    } catch (RejectedExecutionException ended) {
      return false;
    }
    arms.run(); // if it didn't run already: in a stock task nothing is deferred
    while (!arms.isDone()) {
      Thread.onSpinWait(); // the draining thread runs it, and waits for nobody
    }
    Callbacks.throwIfAny(arms.state() == Future.State.FAILED ? arms.exceptionNow() : null);
    return arms.resultNow();
  }

  /** {@return the places of the timers of operators in the virtual queue} */
  Places places() {
    return places;
  }

  private boolean armHere(Task task, long delayNanos, Arming arming) {
    if (delayNanos <= 0) {
      return armAtOnce(task, delayNanos, arming);
    }
    tickets.add(task);
    boolean armed = arming.arm(task, delayNanos);
    if (armed) {
      giveTicket(task);
    } else {
      tickets.remove(task);
    }
    return armed;
  }

  private boolean armAtOnce(Task task, long delayNanos, Arming arming) {
    if (delayNanos != VirtualTime.AHEAD) {
      return arming.arm(task, 0);
    }
    ahead.add(task);
    try {
      return arming.arm(task, 0);
    } finally {
      ahead.remove(task);
    }
  }

  private void giveTicket(Task task) {
    if (!scheduleAt(task.deadlineNanos(), () -> inside(() -> called(task)))) {
      tickets.remove(task);
    }
  }

  private void called(Task task) {
    tickets.remove(task);
    runIfDue(task);
  }

  private void runIfDue(Runnable waiting) {
    if (!due.contains(waiting)) {
      turn();
    }
    if (due.remove(waiting)) {
      run(waiting);
    }
  }

  /** Runs what is due; a periodic task that is armed again takes another ticket. */
  private void run(Runnable fired) {
    fired.run();
    if (fired instanceof Task task && task.isArmed() && tickets.add(task)) {
      giveTicket(task);
    }
  }

  private void turn() {
    Wheels turned = wheels;
    if (turned != null) {
      turning = true;
      try {
        turned.turn();
      } finally {
        turning = false;
      }
    }
  }

  /** Runs an action as a task of the virtual scheduler, then other fired tasks, then plans. */
  private void inside(Runnable todo) {
    draining = Thread.currentThread();
    seen = virtual.now(NANOSECONDS);
    Throwable first = null;
    try {
      for (Runnable next = todo; next != null; next = others.poll()) {
        try {
          if (next == todo) {
            todo.run();
          } else {
            run(next);
          }
        } catch (Throwable thrown) {
          first = Callbacks.add(first, thrown);
        }
      }
      plan();
    } finally {
      draining = null;
    }
    Callbacks.throwIfAny(first);
  }

  private boolean isInside() {
    return draining == Thread.currentThread();
  }

  /** Called by the wheel with each fired task, and each task armed without a delay. */
  @Override
  public void execute(Runnable fired) {
    if (!isInside() || !turning) {
      if (ahead.remove(fired)) {
        virtual.schedule(() -> inside(() -> run(fired)));
      } else {
        virtual.schedule(() -> inside(() -> run(fired)), 0, NANOSECONDS);
      }
    } else if (tickets.contains(fired) || places.has(fired)) {
      due.add(fired);
    } else {
      others.add(fired);
    }
  }

  private void plan() {
    Wheels next = wheels;
    OptionalLong wait = next == null ? OptionalLong.empty() : next.nanosToNextExpiry();
    if (wait.isEmpty()) {
      return;
    }
    long at = nanoTime() + wait.getAsLong();
    synchronized (this) {
      if (at < 0 || at >= planned) {
        return;
      }
      planned = at;
    }
    scheduleAt(at, () -> inside(() -> turnAsPlanned(at)));
  }

  private void turnAsPlanned(long at) {
    synchronized (this) {
      if (planned == at) {
        planned = NONE;
      }
    }
    turn();
  }

  /** {@return false if that time never comes, or the virtual scheduler has ended} */
  private boolean scheduleAt(long nanos, Runnable todo) {
    if (nanos >= WheelNode.NEVER_NANOS) {
      return false;
    }
    try {
      virtual.schedule(todo, Math.max(0, nanos - virtual.now(NANOSECONDS)), NANOSECONDS);
      return true;
    } catch (RejectedExecutionException ended) {
      return false;
    }
  }

  @Override
  public void attach(Wheels attached) {
    wheels = attached;
  }

  @Override
  public void detach(Wheels attached) {
    wheels = null;
  }

  @Override
  public void earlier(Wheels attached) {
    if (!isInside()) {
      plan(); // inside, that comes at the end
    }
  }

  /**
   * Returns the time that the virtual scheduler adds a delay to. While it defers, that is not its
   * current time: time that passes with no task scheduled counts from the next submission. A task
   * that runs inline sees the time before that.
   *
   * <p>Returns 0 for a timer that is being made, so that its deadlines are virtual times.
   */
  @Override
  public long nanoTime() {
    if (wheels == null) {
      return 0;
    }
    long now = virtual.now(NANOSECONDS);
    if (isInside() || now == seen) {
      return now;
    }
    FutureTask<Long> reading = new FutureTask<>(() -> seen = virtual.now(NANOSECONDS));
    virtual.schedule(reading);
    return reading.isDone() ? reading.resultNow() : now; // in a stock task nothing is deferred
  }

  /**
   * The places of operators' timers in the virtual queue. Such a timer is put off many times: its
   * latest place counts, and the one before is given up. Thread-safe; giving a place up costs a
   * walk along the queue, as with a task of the stock scheduler.
   */
  final class Places {
    private final Map<Runnable, Disposable.Swap> latest = new ConcurrentHashMap<>();

    boolean has(Runnable timer) {
      return latest.containsKey(timer);
    }

    /** Gives a timer a place after the delay, behind earlier submissions for the same time. */
    void take(Runnable timer, long delayNanos) {
      Disposable.Swap place = Disposables.swap();
      Disposable former = latest.put(timer, place);
      if (former != null) {
        former.dispose();
      }
      try {
        place.update(virtual.schedule(() -> called(timer, place), delayNanos, NANOSECONDS));
      } catch (RejectedExecutionException ended) {
        latest.remove(timer, place);
      }
    }

    private void called(Runnable timer, Disposable place) {
      if (latest.remove(timer, place)) {
        inside(() -> runIfDue(timer));
      }
    }

    void giveUp(Runnable timer) {
      Disposable place = latest.remove(timer);
      if (place != null) {
        place.dispose();
      }
    }
  }
}
