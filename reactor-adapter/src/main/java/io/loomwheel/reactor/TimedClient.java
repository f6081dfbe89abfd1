package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.SerialExecutor;
import io.loomwheel.loom.task.Client;
import java.util.concurrent.Executor;

/** What the delayed tasks of a {@link TimedScheduler} share: another scheduler runs them. */
final class TimedClient extends Client {
  private static final Executor INLINE = Runnable::run;

  private final Executor work;

  /** Set once by dispose; read before each submission and each run. */
  private volatile boolean closed;

  TimedClient(WheelTimer timer, Executor work) {
    super(timer);
    this.work = unlessClosed(work);
  }

  /**
   * {@return a strand for one Worker} What is due at once takes one place in the Worker's queue, so
   * that a burst does not fill it; should it be full all the same, the timer's rules of rejection
   * apply to the strand as a whole, and the order is kept.
   */
  Executor strand(Executor worker) {
    Executor next = unlessClosed(worker);
    return new SerialExecutor(drain -> timer().dispatcher().dispatch(drain, next));
  }

  /**
   * {@return what hands tasks on until this is closed, and lets them end on the spot after that}
   */
  private Executor unlessClosed(Executor next) {
    return task -> (closed ? INLINE : next).execute(task);
  }

  void close() {
    closed = true;
  }

  @Override
  protected Executor executor() {
    return work;
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
