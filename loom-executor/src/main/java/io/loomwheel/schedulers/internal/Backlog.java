package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;

/**
 * What is due while the target is full, in the order in which it became due. One probe offers it
 * again, after a pause that grows as long as the target takes nothing. A task that is refused holds
 * up the others, the drain of a Worker none: its own thread may be the only one that is full. Each
 * entry counts as pending.
 *
 * <p>Thread-safe by its monitor, which is never held while other code is called. The thread that
 * adds to it while it rests arms the probe. That runs on the timer's executor, never on the driver,
 * because the target calls hooks; it arms itself again, or lets this rest.
 */
final class Backlog extends PermitNode {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE_NANOS = 16 * FIRST_PAUSE_NANOS;

  /** At least so long a pause for each that was refused, so that to offer them takes no core. */
  private static final long PAUSE_EACH_NANOS = 10_000;

  private final Target target;

  /**
   * An entry stays while it is offered. It comes once: with a target, a task has no period, and
   * each hand-over of a Worker is by another drain. Guarded by this.
   */
  private final SequencedSet<DueWork> waiting = new LinkedHashSet<>();

  /** The last pause; zero if the target has taken something since. Used by one thread at a time. */
  private long pauseNanos;

  /** Whether a probe is armed or runs. Written under the monitor. */
  volatile boolean inUse;

  Backlog(Target target) {
    this.target = target;
  }

  /** Adds what is due, unless it waits already, or ends it if nothing runs it any more. */
  void add(DueWork due) {
    due.handedOver(() -> remove(due));
    boolean lost = isLost(due);
    boolean counts = due instanceof Task; // a Worker's tasks count themselves
    boolean entered = false;
    boolean arms;
    if (counts) {
      engine().limit.acquire(true);
    }
    try {
      synchronized (this) {
        lost |= isOver();
        entered = !lost && waiting.add(due);
        arms = !lost && !inUse; // also if it waits already, and an Error has kept the probe away
        inUse |= !lost;
      }
    } finally {
      if (counts && !entered) {
        engine().limit.release();
      }
    }
    if (lost) {
      due.dispose();
    }
    if (arms) {
      arm(0); // no other thread will
    }
    if (due.isDisposed()) {
      remove(due); // before it came, so that it was not found
    }
  }

  private boolean isLost(DueWork due) {
    return target.isDisposed() || !due.mayRun();
  }

  private void arm(int refused) {
    pauseNanos = Math.clamp(2 * pauseNanos, FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    long pause = Math.max(pauseNanos, refused * PAUSE_EACH_NANOS);
    boolean armed;
    try {
      armed = armAt(TaskOwner.after(engine().time.nowOrSeen(), pause));
    } catch (Throwable failure) {
      synchronized (this) {
        inUse = false; // the next one that comes has to arm
      }
      throw failure;
    }
    if (!armed) { // this was closed, or the timer was stopped
      close();
    }
  }

  /** Offers what waits, which stays until it is taken. Called when the pause is over. */
  @Override
  void fired() {
    boolean rests = false;
    int refused = 0;
    try {
      boolean takesTasks = true;
      for (DueWork due : all()) {
        boolean isTask = due instanceof Task;
        if (isTask && !takesTasks) {
          continue;
        }
        if (isTaken(due)) {
          remove(due);
        } else {
          takesTasks &= !isTask;
          refused++;
        }
      }
      rests = rests();
    } finally {
      if (!rests) { // something was refused, or failed
        arm(refused);
      }
    }
  }

  private boolean isTaken(DueWork due) {
    if (isLost(due)) {
      due.dispose();
      return true;
    }
    boolean taken = target.offer(due);
    pauseNanos = taken ? 0 : pauseNanos;
    return taken;
  }

  private synchronized List<DueWork> all() {
    return List.copyOf(waiting);
  }

  private synchronized boolean rests() {
    if (!isOver() && !waiting.isEmpty()) {
      return false;
    }
    inUse = false;
    pauseNanos = 0;
    return true;
  }

  private void remove(DueWork due) {
    boolean removed;
    synchronized (this) {
      removed = waiting.remove(due);
    }
    if (removed && due instanceof Task) {
      engine().limit.release();
    }
  }

  @Override
  public void onStopped() {
    close();
  }

  /** Ends all that waits, and all that comes. Idempotent; any thread. */
  void close() {
    drop();
    synchronized (this) {
      inUse = false;
    }
    List<DueWork> last = all();
    Callbacks.runEach(
        () -> Callbacks.callEach(last, DueWork::dispose),
        () -> Callbacks.callEach(last, this::remove)); // one may run, though it was refused
  }

  @Override
  public Engine engine() {
    return TimerAccess.engineOf(target.timer);
  }
}
