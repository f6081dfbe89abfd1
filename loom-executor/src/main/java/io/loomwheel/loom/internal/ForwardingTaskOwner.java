package io.loomwheel.loom.internal;

import io.loomwheel.WheelTimer;

/**
 * Delegates to an owner, for tasks that wait on another timer. The tasks run on a foreign thread,
 * so disposing of one never interrupts it.
 */
public class ForwardingTaskOwner extends TaskOwner {
  private final TaskOwner first;

  /**
   * Makes a delegating owner.
   *
   * @param first decides whether this is closed, and handles failures
   * @param timer holds the waiting tasks
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
