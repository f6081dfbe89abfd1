package io.loomwheel.loom.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Unfinished tasks, in an array with holes where some have finished.
 *
 * <p>Thread-safe. Threads add tasks under the monitor; mostly it is one thread. The thread that
 * finishes a task removes it with a compare-and-set of its cell, without the monitor. O(1)
 * amortised, except {@link #close}.
 */
final class Roster {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(ExecutorTask[].class);
  private static final int FIRST_CAPACITY = 16;

  /** Written under the monitor; a finished task's cell is cleared without it. */
  private @Nullable ExecutorTask[] cells = new ExecutorTask[FIRST_CAPACITY];

  private int size;
  private long added;
  private boolean closed;

  /** {@return false if the roster is closed, and the task is not in it} */
  synchronized boolean add(ExecutorTask task) {
    if (closed) {
      return false;
    }
    while (size > 0 && cells[size - 1] == null) {
      size--;
    }
    if (size == cells.length) {
      makeRoom();
    }
    cells[size] = task;
    task.place(cells, size++);
    added++;
    return true;
  }

  /** {@return whether this call removed the task} */
  boolean remove(ExecutorTask task) {
    return clear(task) || clearWhereItLiesNow(task);
  }

  /** Tries again under the monitor: a task that is being moved is in no cell for a moment. */
  private synchronized boolean clearWhereItLiesNow(ExecutorTask task) {
    return clear(task);
  }

  private static boolean clear(ExecutorTask task) {
    @Nullable ExecutorTask[] array = task.cells();
    int i = task.index();
    return i < array.length && CELL.compareAndSet(array, i, task, null);
  }

  private void makeRoom() {
    moveTo(cells);
    if (size > cells.length / 2) {
      moveTo(new ExecutorTask[cells.length * 2]);
    }
  }

  /** Closes the holes. Clears each old cell first, so that no thread removes a task being moved. */
  private void moveTo(@Nullable ExecutorTask[] target) {
    @Nullable ExecutorTask[] source = cells;
    int to = 0;
    for (int from = 0; from < size; from++) {
      ExecutorTask task = source[from];
      if (task != null && CELL.compareAndSet(source, from, task, null)) {
        target[to] = task;
        task.place(target, to++);
      }
    }
    cells = target;
    size = to;
  }

  /** {@return all tasks, in order of addition} Rejects new tasks from now on. */
  synchronized List<ExecutorTask> close() {
    closed = true;
    List<ExecutorTask> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      ExecutorTask task = cells[i];
      if (task != null) {
        all.add(task);
      }
    }
    return all;
  }

  /** {@return the number of tasks ever added} */
  synchronized long added() {
    return added;
  }
}
