package io.loomwheel.loom.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * The running tasks of a scheduler, and its Workers that have something to run. Entering costs a
 * compare-and-set and leaving a store, without allocation while few tasks run at once. Thread-safe.
 */
final class ActiveTasks {
  private static final int CELLS =
      Integer.highestOneBit(32 * Runtime.getRuntime().availableProcessors());

  /** Cells tried before the task goes into {@link #others}. */
  private static final int PROBES = 8;

  private static final int AMONG_OTHERS = -1;

  /** Set from null by the entering thread, and back to null by the same thread. */
  private final AtomicReferenceArray<Endable> cells = new AtomicReferenceArray<>(CELLS);

  private final Set<Endable> others = ConcurrentHashMap.newKeySet();

  /** {@return the place to pass to {@link #leave}} */
  int enter(Endable task) {
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

  void leave(Endable task, int place) {
    if (place == AMONG_OTHERS) {
      others.remove(task);
    } else {
      cells.setRelease(place, null);
    }
  }

  int count() {
    int[] count = {0};
    forEach(task -> count[0]++);
    return count[0];
  }

  /**
   * Visits each task that runs throughout the call, and maybe tasks that start or end meanwhile.
   */
  void forEach(Consumer<? super Endable> to) {
    for (int i = 0; i < CELLS; i++) {
      Endable task = cells.get(i);
      if (task != null) {
        to.accept(task);
      }
    }
    others.forEach(to);
  }
}
