package io.loomwheel.loom.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * The tasks that are running. Entering and leaving cost a compare-and-set and a store, and no
 * allocation while few run at once. Thread-safe.
 */
final class ActiveTasks {
  private static final int CELLS =
      Integer.highestOneBit(32 * Runtime.getRuntime().availableProcessors());

  /** Cells tried before the task is put among the others. */
  private static final int PROBES = 8;

  private static final int AMONG_OTHERS = -1;

  /** Set from null by whoever enters, and back to null by the same thread alone. */
  private final AtomicReferenceArray<Task> cells = new AtomicReferenceArray<>(CELLS);

  private final Set<Task> others = ConcurrentHashMap.newKeySet();

  /** {@return the place, which {@link #leave} is to be told} */
  int enter(Task task) {
    long hash = Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L;
    int first = (int) (hash >>> 33);
    for (int i = 0; i < PROBES; i++) {
      int cell = (first + i) & (CELLS - 1);
      if (cells.getPlain(cell) == null && cells.compareAndSet(cell, null, task)) {
        return cell;
      }
    }
    others.add(task);
    return AMONG_OTHERS;
  }

  void leave(Task task, int place) {
    if (place == AMONG_OTHERS) {
      others.remove(task);
    } else {
      cells.setRelease(place, null);
    }
  }

  /** Shows every task that runs throughout the call, and maybe some that don't. */
  void forEach(Consumer<? super Task> to) {
    for (int i = 0; i < CELLS; i++) {
      Task task = cells.get(i);
      if (task != null) {
        to.accept(task);
      }
    }
    others.forEach(to);
  }
}
