package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;

/**
 * Stands in for an owner on another timer, whose tasks run on a thread that isn't theirs: it is
 * never interrupted. In all else the owner is asked.
 */
public class ForwardingTaskOwner extends TaskOwner {
  private final TaskOwner first;

  /**
   * Makes a stand-in.
   *
   * @param first says whether it is closed, and what becomes of failures
   * @param timer whose wheel the tasks wait on
   */
  public ForwardingTaskOwner(TaskOwner first, WheelTimer timer) {
    super(timer);
    this.first = first;
  }

  @Override
  protected final boolean isClosed() {
    return first.isClosed();
  }

  @Override
  protected final boolean refuses() {
    return first.refuses();
  }

  @Override
  protected final boolean interruptsOnDispose() {
    return false;
  }

  @Override
  protected final boolean failed(Throwable cause, boolean periodic) {
    return first.failed(cause, periodic);
  }
}
