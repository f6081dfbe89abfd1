package io.loomwheel.loom;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tasks run and which wait, in FIFO order, with a limit for each. Thread-safe by its
 * monitor, held for a few stores.
 */
final class Admission {
  static final String SHUT_DOWN = "the executor was shut down";

  private final int maxRunning;
  private final int maxWaiting;
  private final Queue<ActiveTask> waiting = new ArrayDeque<>();
  private int running;
  private boolean closed;

  Admission(int maxRunning, int maxWaiting) {
    this.maxRunning = maxRunning;
    this.maxWaiting = maxWaiting;
  }

  /**
   * {@return true if the task may run, false if it waits} Rejects a task beyond both limits, and
   * every task after {@link #close}.
   */
  synchronized boolean enter(ActiveTask run) {
    if (closed) {
      throw new RejectedExecutionException(SHUT_DOWN);
    }
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

  /** Ends a turn. {@return the task that runs next, or null if none waits} */
  synchronized @Nullable ActiveTask endTurn() {
    ActiveTask next = waiting.poll();
    if (next == null) {
      running--;
    }
    return next;
  }

  /**
   * Lets no more tasks in: a thread that read before the shutdown that it may submit would leave
   * its task behind those that are returned.
   *
   * @param to gets the waiting tasks, in order of submission; they will not run
   */
  synchronized void close(Consumer<? super ActiveTask> to) {
    closed = true;
    for (ActiveTask run; (run = waiting.peek()) != null; waiting.remove()) {
      to.accept(run);
    }
  }
}
