package io.loomwheel.loom.internal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one Worker in the order of their deadlines, equal ones in the order of submission.
 *
 * <p>Deadlines that come in order make a list; the others are in a pairing heap. Both are linked
 * through the tasks. Not thread-safe: the Worker's monitor guards it. Adding is O(1). Removing any
 * task is O(1) in the list, and O(log n) in the heap, amortised.
 */
final class TaskQueue {
  private static final byte NOWHERE = 0;
  private static final byte IN_LIST = 1;
  private static final byte IN_HEAP = 2;

  private @Nullable WorkerTask oldest;
  private @Nullable WorkerTask newest;
  private @Nullable WorkerTask root;
  private int size;
  private int nextSerial;

  /** Sets the next number of a submission; for a test of the overflow. */
  void serialFrom(int next) {
    nextSerial = next;
  }

  int size() {
    return size;
  }

  /** Adds a task that is not in it, behind those with the same deadline. */
  void add(WorkerTask task) {
    task.serial = nextSerial++;
    size++;
    WorkerTask last = newest;
    if (last != null && isBefore(task, last)) {
      task.place = IN_HEAP;
      root = root == null ? task : join(root, task);
      return;
    }
    task.place = IN_LIST;
    task.before = last;
    if (last == null) {
      oldest = task;
    } else {
      last.after = task;
    }
    newest = task;
  }

  /** {@return the task that is to run first, or null if there is none} */
  @Nullable WorkerTask first() {
    WorkerTask listed = oldest;
    WorkerTask heaped = root;
    return listed == null || (heaped != null && isBefore(heaped, listed)) ? heaped : listed;
  }

  /** {@return whether the task was in the queue} It is not any more. */
  boolean remove(WorkerTask task) {
    if (task.place == NOWHERE) {
      return false;
    }
    if (task.place == IN_LIST) {
      removeFromList(task);
    } else {
      removeFromHeap(task);
    }
    task.place = NOWHERE;
    task.before = null;
    task.after = null;
    task.child = null;
    size--;
    return true;
  }

  /** Visits all tasks, in no order. */
  void forEach(Consumer<? super WorkerTask> to) {
    for (WorkerTask task = oldest; task != null; task = task.after) {
      to.accept(task);
    }
    for (WorkerTask task = root; task != null; task = nextInHeap(task)) {
      to.accept(task);
    }
  }

  private void removeFromList(WorkerTask task) {
    WorkerTask before = task.before;
    WorkerTask after = task.after;
    if (before == null) {
      oldest = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      newest = before;
    } else {
      after.before = before;
    }
  }

  private void removeFromHeap(WorkerTask task) {
    WorkerTask children = joinAll(task.child);
    WorkerTask before = task.before;
    if (before == null) {
      root = children;
      return;
    }
    WorkerTask after = task.after;
    if (before.child == task) { // the parent
      before.child = after;
    } else {
      before.after = after;
    }
    if (after != null) {
      after.before = before;
    }
    if (children != null && root != null) {
      root = join(root, children);
    }
  }

  /**
   * Joins siblings: pairs from the first to the last, then all pairs from the last to the first.
   */
  private static @Nullable WorkerTask joinAll(@Nullable WorkerTask children) {
    WorkerTask pairs = null;
    for (WorkerTask one = children; one != null; ) {
      WorkerTask other = one.after;
      WorkerTask rest = other == null ? null : other.after;
      one.after = null;
      WorkerTask pair = one;
      if (other != null) {
        other.after = null;
        pair = join(one, other);
      }
      pair.before = pairs; // for now a stack
      pairs = pair;
      one = rest;
    }
    WorkerTask all = null;
    while (pairs != null) {
      WorkerTask below = pairs.before;
      pairs.before = null;
      all = all == null ? pairs : join(pairs, all);
      pairs = below;
    }
    return all;
  }

  /** {@return the one of two roots that comes first, with the other as its first child} */
  private static WorkerTask join(WorkerTask one, WorkerTask other) {
    WorkerTask first = isBefore(one, other) ? one : other;
    WorkerTask second = first == one ? other : one;
    WorkerTask sibling = first.child;
    second.before = first;
    second.after = sibling;
    if (sibling != null) {
      sibling.before = second;
    }
    first.child = second;
    first.before = null;
    return first;
  }

  /** {@return the next task of the heap, children first, or null after the last} */
  private static @Nullable WorkerTask nextInHeap(WorkerTask task) {
    if (task.child != null) {
      return task.child;
    }
    WorkerTask at = task;
    while (at != null && at.after == null) {
      WorkerTask parent = at.before;
      for (WorkerTask each = at; parent != null && parent.child != each; parent = each.before) {
        each = parent;
      }
      at = parent;
    }
    return at == null ? null : at.after;
  }

  private static boolean isBefore(WorkerTask one, WorkerTask other) {
    long difference = one.deadlineNanos() - other.deadlineNanos();
    return difference == 0 ? one.serial - other.serial < 0 : difference < 0;
  }
}
