package io.loomwheel.loom.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished tasks of an owner: a doubly linked list through the tasks themselves.
 *
 * <p>Thread-safe by its monitor, which is held for a few stores and never while anything else is
 * called. O(1), but for {@link #close} and sometimes {@link #queueBehind}.
 *
 * <p>It also knows what a task without delay has to run after: the delayed ones that are due by now
 * and have not reached the strand, because they wait for their tick or are on their way.
 */
final class TaskList {
  /** What {@link #queueBehind} answers if nothing that is due waits. */
  static final long NOTHING = -1;

  /** Tasks looked at, at most, to find those that are due. */
  private static final int LOOKS = 1024;

  private @Nullable TrackedTask newest;
  private int size;

  /** Set once, under the monitor; read without it before each run. */
  private volatile boolean closed;

  /**
   * No task that waits in the wheel, or is on its way from there, is due before this. Written under
   * the monitor; read without it by a thread that submits without delay, which sees at least what
   * it has submitted itself.
   */
  private volatile long earliest = Long.MAX_VALUE;

  /** The same for those that {@link #hindmost} does not run after. Under the monitor. */
  private long earliestOther = Long.MAX_VALUE;

  /** The last task without delay that was queued behind others which were due; or null. */
  private @Nullable TrackedTask hindmost;

  /** The deadline of {@link #hindmost}: the latest of those that were due. */
  private long hindmostNanos;

  /**
   * Adds a task that was armed.
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

  /** Notes that a task is to wait in the wheel until its deadline. */
  synchronized void waitsUntil(long deadlineNanos) {
    if (deadlineNanos < earliestOther) {
      earliestOther = deadlineNanos;
      earliest = Math.min(deadlineNanos, earliest);
    }
  }

  /** {@return a time before which no waiting task is due; {@link Long#MAX_VALUE} if none waits} */
  long earliest() {
    return earliest;
  }

  /**
   * Finds what a task without delay is to run after, and enrols it as the last of those, so that
   * the next one runs after it; that one may come before this one was armed.
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

  /** Forgets a task that was to run after others, and was refused. */
  synchronized void unqueue(TrackedTask task) {
    if (hindmost == task) {
      hindmost = null;
      waitsUntil(0); // so that the next one looks at all of them
    }
  }

  /** {@return the latest deadline that has passed; now, if there are too many tasks to look at} */
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

  /** Takes a task out, if it is in. */
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

  /** {@return all tasks, oldest last; none can be added any more} */
  synchronized List<TrackedTask> close() {
    closed = true;
    List<TrackedTask> all = new ArrayList<>(size);
    for (TrackedTask task = newest; task != null; ) {
      all.add(task);
      task = task.after == task ? null : task.after;
    }
    return all;
  }

  /** Disposes of each task, also after one that throws, and throws what the first of them did. */
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
