package io.loomwheel.loom;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tasks run and which wait for their turn, first come first served, up to a limit of
 * each. Thread-safe by its monitor, held for a few stores.
 */
final class Admission {
  private final int maxRunning;
  private final int maxWaiting;
  private final Queue<ActiveTask> waiting = new ArrayDeque<>();
  private int running;

  Admission(int maxRunning, int maxWaiting) {
    this.maxRunning = maxRunning;
    this.maxWaiting = maxWaiting;
  }

  /** {@return whether it is the task's turn; otherwise it waits} Rejects it beyond the limits. */
  synchronized boolean enter(ActiveTask run) {
    if (running < maxRunning) {
      running++;
      return true;
    }
    if (waiting.size() == maxWaiting) {
      throw new RejectedExecutionException(
          maxRunning + " tasks run and " + maxWaiting + " wait, which is the limit");
    }
    waiting.add(run);
    return false;
  }

  /** Ends a turn. {@return the task whose turn it is now, or null if none waits} */
  synchronized @Nullable ActiveTask endTurn() {
    ActiveTask next = waiting.poll();
    if (next == null) {
      running--;
    }
    return next;
  }

  /** {@return the tasks that wait, first come first} Their turn will not come. */
  synchronized List<ActiveTask> withdrawAll() {
    List<ActiveTask> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }
}
