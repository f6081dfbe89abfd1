package io.loomwheel.schedulers.internal;

import io.loomwheel.schedulers.internal.WorkerTaskOwner.WorkerTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one Worker in the order of their deadlines, equal ones in the order of submission,
 * and the time of the alarm for the first of them. The Worker is the queue: a stream with a timeout
 * gives its Worker a task with each element, and waits for the memory of each object on the way.
 *
 * <p>Deadlines that come in order make a list, linked through the tasks; the others are in a binary
 * heap. Not thread-safe: the Worker's monitor guards it. Adding to and removing from the list is
 * O(1), in the heap O(log n). A task for which the heap has no memory is put into the list where it
 * belongs. Each step compares before it stores, so one that finds no stack changes nothing.
 */
abstract class TaskQueue extends TaskOwner {
  private static final int IN_LIST = -2;
  private static final int SMALL = 8;

  /** Later than every deadline. */
  static final long NOT_SET = Long.MAX_VALUE;

  /** The first task of the list, or null. Guarded by the Worker's monitor, as all fields below. */
  private @Nullable WorkerTask oldest;

  /** The last task of the list, or null. */
  private @Nullable WorkerTask newest;

  /** The tasks whose deadlines came out of order, null behind them. */
  private WorkerTask[] heap = SchedulerTaskOwner.NO_HEAP;

  /** How many tasks are in the heap. */
  private int heaped;

  /** The number of the next task, which orders equal deadlines; wraps around. */
  int nextSerial;

  /** What the {@link WorkerAlarm} was set for last, until it has come; else {@link #NOT_SET}. */
  long alarmNanos = NOT_SET;

  TaskQueue(Settings settings) {
    super(settings);
  }

  /** Adds a task that is not in it, behind those with the same deadline. */
  final void add(WorkerTask task) {
    task.serial = nextSerial;
    WorkerTask before = newest;
    WorkerTask after = null;
    if (before != null && isBefore(task, before) && hasCell()) {
      raise(task, heaped);
      heaped++;
    } else {
      for (; before != null && isBefore(task, before); before = before.before) {
        after = before;
      }
      task.index = IN_LIST;
      task.before = before;
      task.after = after;
      if (before == null) {
        oldest = task;
      } else {
        before.after = task;
      }
      if (after == null) {
        newest = task;
      } else {
        after.before = task;
      }
    }
    nextSerial++;
  }

  /** {@return whether the heap has an empty cell} False if there is no memory to have more. */
  boolean hasCell() {
    try {
      if (heaped == heap.length) {
        heap = Arrays.copyOf(heap, Math.max(SMALL, 2 * heaped));
      }
      return true;
    } catch (OutOfMemoryError noMemory) {
      return false;
    }
  }

  /** {@return the task that is to run first, or null if there is none} */
  final @Nullable WorkerTask first() {
    WorkerTask listed = oldest;
    WorkerTask top = heaped == 0 ? null : heap[0];
    return listed == null || (top != null && isBefore(top, listed)) ? top : listed;
  }

  /** {@return whether the alarm is early by the slack at most; true for a time below zero} */
  final boolean isAlarmRight(long atNanos, long slackNanos) {
    return atNanos < 0 || (alarmNanos <= atNanos && atNanos - alarmNanos <= slackNanos);
  }

  /** Takes a task out, if it is in the queue. */
  final void remove(WorkerTask task) {
    if (task.index == IN_LIST) {
      removeFromList(task);
    } else if (task.index != WorkerTask.NOWHERE) {
      removeFromHeap(task.index);
    }
    task.index = WorkerTask.NOWHERE;
  }

  /** {@return all tasks that have not ended, in no order} Enters the monitor. */
  final synchronized List<WorkerTask> queued() {
    List<WorkerTask> queued = new ArrayList<>();
    for (WorkerTask task = oldest; task != null; task = task.after) {
      queued.add(task);
    }
    for (int i = 0; i < heaped; i++) {
      queued.add(heap[i]);
    }
    return queued;
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
    task.before = null;
    task.after = null;
  }

  @SuppressWarnings("NullAway") // an empty cell is read by nobody
  private void removeFromHeap(int cell) {
    WorkerTask last = heap[heaped - 1];
    if (cell > 0 && isBefore(last, heap[parent(cell)])) {
      raise(last, cell);
    } else if (cell < heaped - 1) {
      lower(last, cell);
    }
    heap[--heaped] = null;
    if (heaped == 0 && heap.length > SMALL) {
      heap = SchedulerTaskOwner.NO_HEAP;
    }
  }

  /** Puts a task into an empty cell, or above it where it belongs. */
  private void raise(WorkerTask task, int cell) {
    int to = cell;
    for (; to > 0 && isBefore(task, heap[parent(to)]); to = parent(to)) {
      put(heap[parent(to)], to);
    }
    put(task, to);
  }

  /** Puts the last task into an empty cell, or below it where it belongs. */
  private void lower(WorkerTask last, int cell) {
    int to = cell;
    for (int child; (child = firstChild(to)) < heaped && isBefore(heap[child], last); to = child) {
      put(heap[child], to);
    }
    put(last, to);
  }

  /** {@return the child that comes first, or a cell beyond the heap if there is none} */
  private int firstChild(int of) {
    int left = 2 * of + 1;
    return left + 1 < heaped && isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
  }

  private static int parent(int of) {
    return (of - 1) >> 1;
  }

  private void put(WorkerTask task, int cell) {
    heap[cell] = task;
    task.index = cell;
  }

  private static boolean isBefore(WorkerTask one, WorkerTask other) {
    long difference = one.deadlineNanos() - other.deadlineNanos();
    return difference == 0 ? one.serial - other.serial < 0 : difference < 0;
  }
}
