package io.loomwheel.schedulers.internal;

import io.loomwheel.internal.TimerAccess;
import io.loomwheel.internal.drive.Callbacks;
import io.loomwheel.internal.drive.Engine;
import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What was due and refused by a target that is full. One probe offers it again, after a pause that
 * grows as long as the target takes nothing. Tasks are in the order in which they became due, so
 * one that is refused holds up the others. The drain of a Worker waits for a thread of its own,
 * which only that Worker's order binds it to: it holds up none. Each entry counts as pending.
 *
 * <p>Thread-safe by its monitor, which is never held while other code is called. The thread that
 * adds to it while it rests arms the probe. That runs on the timer's executor, never on the driver,
 * because the target calls hooks; it arms itself again, or lets this rest.
 */
final class Backlog extends PermitNode {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long LONGEST_PAUSE_NANOS = 16 * FIRST_PAUSE_NANOS;

  private final Target target;

  /** So many drains are offered at each probe, by turns. */
  private static final int MOST_DRAINS = 64;

  /**
   * An entry stays while it is offered. It comes once: with a target, a task has no period. Guarded
   * by this, as the two below.
   */
  private final SequencedSet<DueWork> tasks = new LinkedHashSet<>();

  /** Each hand-over of a Worker is by another drain. */
  private final SequencedSet<DueWork> drains = new LinkedHashSet<>();

  /**
   * Whether a probe is armed or runs, or the node is over: nothing waits any more, as the scheduler
   * was disposed of, or the timer stopped.
   */
  private boolean inUse;

  /** The last pause; zero if the target has taken something since. Used by one thread at a time. */
  private long pauseNanos;

  Backlog(Target target) {
    this.target = target;
  }

  /** {@return whether it is not to be offered: it has to wait behind others, or this is over} */
  synchronized boolean delays(DueWork due) {
    return isOver() || (due instanceof Task && !tasks.isEmpty());
  }

  private SequencedSet<DueWork> setFor(DueWork due) {
    return due instanceof Task ? tasks : drains;
  }

  /** Adds what is due, unless it waits already, or ends it if nothing runs it any more. */
  void add(DueWork due) {
    due.handedOver(() -> remove(due));
    boolean lost = isLost(due);
    boolean entered;
    boolean arms;
    synchronized (this) {
      lost |= isOver();
      entered = !lost && setFor(due).add(due);
      arms = entered && !inUse;
      inUse |= entered;
    }
    if (lost) {
      due.dispose();
    }
    try {
      if (entered && due instanceof Task) { // a Worker's tasks count themselves
        engine().acquirePermit(true);
      }
    } finally {
      if (arms) {
        arm(); // no other thread will
      }
    }
    if (due.isDisposed()) {
      remove(due); // before it came, so that it was not found
    }
  }

  private boolean isLost(DueWork due) {
    return target.isDisposed() || !due.mayRun();
  }

  private void arm() {
    pauseNanos = Math.clamp(2 * pauseNanos, FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    boolean armed;
    try {
      armed = armAt(TaskOwner.after(engine().time.nowOrSeen(), pauseNanos));
    } catch (Throwable failure) {
      synchronized (this) {
        inUse = isOver(); // the next one that comes has to arm
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
    try {
      for (DueWork drain : firstDrains()) {
        if (isTaken(drain)) {
          remove(drain);
        } else {
          putLast(drain);
        }
      }
      for (DueWork task; (task = firstTask()) != null && isTaken(task); ) {
        remove(task);
      }
      rests = rests();
    } finally {
      if (!rests) { // something was refused, or failed
        arm();
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

  private void gone(DueWork due) {
    if (due instanceof Task) {
      engine().releasePermit();
    }
  }

  private synchronized @Nullable DueWork firstTask() {
    return tasks.isEmpty() ? null : tasks.getFirst();
  }

  private synchronized List<DueWork> firstDrains() {
    return drains.stream().limit(MOST_DRAINS).toList();
  }

  private synchronized void putLast(DueWork drain) {
    if (drains.contains(drain)) { // else it was disposed of
      drains.addLast(drain);
    }
  }

  /** {@return whether nothing waits any more} The next one that comes arms the probe, then. */
  private synchronized boolean rests() {
    boolean rests = tasks.isEmpty() && drains.isEmpty();
    if (rests) {
      inUse = isOver();
      pauseNanos = 0;
    }
    return rests;
  }

  private void remove(DueWork due) {
    boolean removed;
    synchronized (this) {
      removed = setFor(due).remove(due);
    }
    if (removed) {
      gone(due);
    }
  }

  @Override
  void stopped() {
    close();
  }

  /** Ends all that waits, and all that comes. Idempotent; any thread. */
  void close() {
    List<DueWork> all;
    drop();
    synchronized (this) {
      inUse = true;
      all = new ArrayList<>(tasks);
      all.addAll(drains);
      tasks.clear();
      drains.clear();
    }
    Callbacks.callEach(
        all,
        due -> {
          gone(due);
          due.dispose();
        });
  }

  @Override
  public Engine engine() {
    return TimerAccess.engineOf(target.timer);
  }
}
