package io.loomwheel.loom.task;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished tasks of a client: a doubly linked list through the tasks themselves.
 *
 * <p>Thread-safe by its monitor, which is held for a few stores and never while anything else is
 * called. O(1), but for {@link #close}.
 */
final class TaskList {
  private @Nullable TrackedTask newest;
  private int size;

  /** Set once, under the monitor; read without it before each run. */
  private volatile boolean closed;

  /** {@return false if the list is closed, and the task is not in it} */
  synchronized boolean add(TrackedTask task) {
    if (closed) {
      return false;
    }
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

  boolean isClosed() {
    return closed;
  }

  synchronized int size() {
    return size;
  }
}
