package io.loomwheel.schedulers.internal;

import io.loomwheel.schedulers.internal.TaskOwner.DueWork;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Tasks and drains that are due, in order, until a thread takes them. What will not run any more
 * leaves before it is half of all.
 *
 * <p>Thread-safe by its monitor, which is held for a few stores, and never while other code is
 * called.
 */
class DueQueue {
  /** Guarded by this, as the one below. */
  private final Queue<DueWork> due = new ArrayDeque<>();

  /** How many entries, at most, will not run any more. */
  private int over;

  /** Called when an entry will not run. */
  final Runnable takeOut = this::ended;

  /** Adds what is due; again, if a step before found no memory. */
  final synchronized void enter(DueWork entry) {
    due.add(entry);
  }

  final synchronized @Nullable DueWork poll() {
    return due.poll();
  }

  final synchronized int size() {
    return due.size();
  }

  private synchronized void ended() {
    if (2 * ++over > due.size()) {
      due.removeIf(DueWork::isDisposed);
      over = 0;
    }
  }
}
