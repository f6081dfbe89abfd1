package io.loomwheel.loom;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * How many tasks may run at once, and how many may wait for that.
 *
 * <p>Thread-safe. A task that waits does so on its own virtual thread; those that came first go
 * first.
 */
final class Admission {
  private final int maxRunning;
  private final int maxWaiting;
  private final Semaphore running;
  private final Semaphore places;

  Admission(int maxRunning, int maxWaiting) {
    this.maxRunning = maxRunning;
    this.maxWaiting = maxWaiting;
    this.running = new Semaphore(maxRunning, true);
    this.places = new Semaphore(Math.addExact(maxRunning, maxWaiting));
  }

  /** Takes a place for a task, running or waiting. Never waits. */
  void enter() {
    if (!places.tryAcquire()) {
      throw new RejectedExecutionException(
          maxRunning + " tasks run and " + maxWaiting + " wait, which is the limit");
    }
  }

  /** Waits until the task may run. */
  void awaitTurn() {
    running.acquireUninterruptibly();
  }

  void endTurn() {
    running.release();
  }

  void leave() {
    places.release();
  }
}
