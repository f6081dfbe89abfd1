package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.task.Client;

/** What the tasks of one scheduler share, and what Reactor wants done with their failures. */
final class SchedulerClient extends Client {
  /** Set once by dispose; read before each submission and each run. */
  private volatile boolean closed;

  SchedulerClient(WheelTimer timer) {
    super(timer);
  }

  void close() {
    closed = true;
  }

  @Override
  protected boolean isClosed() {
    return closed;
  }

  @Override
  protected boolean interruptsOnDispose() {
    return true;
  }

  @Override
  protected boolean failed(Throwable cause, boolean periodic) {
    Errors.handle(cause);
    return periodic;
  }
}
