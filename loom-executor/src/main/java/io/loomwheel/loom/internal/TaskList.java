package io.loomwheel.loom.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished tasks of an owner: a doubly linked list through the tasks themselves.
 *
 * <p>Thread-safe by its monitor, which is held for a few stores and never during a call to other
 * code. O(1), except {@link #close} and sometimes {@link #queueBehind}.
 *
 * <p>It also finds the tasks that a task without delay must run after: delayed ones that are due by
 * now and have not reached the strand, because they wait for their tick or are being dispatched.
 */
final class TaskList {
  /** The result of {@link #queueBehind} if no due task waits. */
  static final long NOTHING = -1;

  /** The most tasks looked at to find the due ones. */
  private static final int LOOKS = 1024;

  private @Nullable TrackedTask newest;
  private int size;

  /** Set once, under the monitor; read without it before each run. */
  private volatile boolean closed;

  /**
   * A lower bound for the deadlines of tasks that wait in the wheel or are being dispatched.
   * Written under the monitor. A thread that submits without delay reads it without the monitor,
   * and sees at least its own submissions.
   */
  private volatile long earliest = Long.MAX_VALUE;

  /** The same bound for the tasks that {@link #hindmost} does not run after. Under the monitor. */
  private long earliestOther = Long.MAX_VALUE;

  /** The last task without delay that was queued behind due tasks, or null. */
  private @Nullable TrackedTask hindmost;

  /** The deadline of {@link #hindmost}: the latest deadline of those due tasks. */
  private long hindmostNanos;

  /**
   * Adds an armed task.
   *
   * @param waitsUntil its deadline if it waits in the wheel, otherwise {@link Long#MAX_VALUE}
   * @return false if the list is closed, and the task is not in it
   */
  synchronized boolean add(TrackedTask task, long waitsUntil) {
    if (closed) {
      return false;
    }
    waitsUntil(waitsUntil);
    TrackedTask second = newest;
    task.after = second == null ? task : second;
    task.before = task;
    if (second != null) {
      second.before = task;
    }
    newest = task;
    size++;
    return true;
  }

  /** Records that a task will wait in the wheel until its deadline. */
  synchronized void waitsUntil(long deadlineNanos) {
    if (deadlineNanos < earliestOther) {
      earliestOther = deadlineNanos;
      earliest = Math.min(deadlineNanos, earliest);
    }
  }

  /** {@return a lower bound for deadlines of waiting tasks, or {@link Long#MAX_VALUE} if none} */
  long earliest() {
    return earliest;
  }

  /**
   * Finds the due tasks that a task without delay must run after, and records this task as the last
   * of them. So the next task without delay runs after it, even if it comes before this one was
   * armed.
   *
   * @param task not armed yet, nor in the list
   * @param nowNanos since the origin of the timer
   * @return the deadline to arm it with, or {@link #NOTHING} if it need not wait
   */
  synchronized long queueBehind(TrackedTask task, long nowNanos) {
    TrackedTask last = hindmost;
    long latest = last != null && last.isOnItsWay() ? hindmostNanos : NOTHING;
    if (earliestOther <= nowNanos) {
      latest = Math.max(latest, latestDue(nowNanos));
    }
    hindmost = latest == NOTHING ? null : task;
    hindmostNanos = latest;
    earliest = latest == NOTHING ? earliestOther : Math.min(latest, earliestOther);
    return latest;
  }

  /** Forgets a queued task whose submission was refused. */
  synchronized void unqueue(TrackedTask task) {
    if (hindmost == task) {
      hindmost = null;
      waitsUntil(0); // so that the next one looks at all of them
    }
  }

  /** {@return the latest deadline that has passed, or now if there are too many to look at} */
  private long latestDue(long nowNanos) {
    long latest = NOTHING;
    long next = Long.MAX_VALUE;
    TrackedTask task = newest;
    for (int looks = 0; task != null; looks++) {
      if (looks == LOOKS) {
        return nowNanos;
      }
      if (task.isOnItsWay()) {
        long deadline = task.deadlineNanos();
        if (deadline <= nowNanos) {
          latest = Math.max(latest, deadline);
        } else {
          next = Math.min(next, deadline);
        }
      }
      task = task.after == task ? null : task.after;
    }
    earliestOther = next;
    return latest;
  }

  /** Removes a task, if the list contains it. */
  synchronized void remove(TrackedTask task) {
    TrackedTask before = task.before;
    TrackedTask after = task.after;
    if (before == null || after == null) {
      return;
    }
    boolean first = before == task;
    boolean last = after == task;
    if (first) {
      newest = last ? null : after;
    } else {
      before.after = last ? before : after;
    }
    if (!last) {
      after.before = first ? after : before;
    }
    task.before = null;
    task.after = null;
    size--;
  }

  /** {@return all tasks, oldest last} Rejects new tasks from now on. */
  synchronized List<TrackedTask> close() {
    closed = true;
    List<TrackedTask> all = new ArrayList<>(size);
    for (TrackedTask task = newest; task != null; ) {
      all.add(task);
      task = task.after == task ? null : task.after;
    }
    return all;
  }

  /** Disposes of all tasks, even if some throw, and then throws the first exception. */
  static void disposeOf(List<? extends Task> tasks) {
    Throwable first = null;
    for (Task task : tasks) {
      try {
        task.dispose();
      } catch (Throwable thrown) {
        first = first == null ? thrown : first;
      }
    }
    if (first != null) {
      TaskList.<RuntimeException>rethrow(first);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> void rethrow(Throwable cause) throws E {
    throw (E) cause;
  }

  boolean isClosed() {
    return closed;
  }

  synchronized int size() {
    return size;
  }
}
