package io.loomwheel.schedulers.internal;

import org.jspecify.annotations.Nullable;

/** A task of a Worker, with its place in the Worker's queue. In no wheel. */
public abstract class WorkerTask extends Task {
  static final int NOWHERE = -1;

  /** The neighbours in the list of the queue. */
  @Nullable WorkerTask before;

  @Nullable WorkerTask after;

  /** A cell of the queue's heap, or a constant of the queue. */
  int index = NOWHERE;

  /** Decides between equal deadlines. Compared by difference. */
  int serial;

  /** Whether it holds a permit: it was submitted with a delay, and waits. */
  boolean holdsPermit;

  /** Whether it counts, until its end is counted. It leaves the queue afterwards. */
  boolean counts;

  protected WorkerTask(TaskOwner owner, Runnable action) {
    super(owner, action);
  }

  /** Takes nothing: only the Worker's drain runs it, and the queue needs the deadline. */
  @Override
  final long takePeriod() {
    return deadlineNanos();
  }
}
