package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.task.Client;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.concurrent.RejectedExecutionException;

/** What the tasks of one scheduler share, and what RxJava wants done with their failures. */
final class SchedulerClient extends Client {
  /** Set once by shutdown; read before each submission and each run. */
  private volatile boolean closed;

  SchedulerClient(WheelTimer timer) {
    super(timer);
  }

  void close() {
    closed = true;
  }

  /**
   * What a submission returns that was not taken; silent if it is this scheduler that is closed.
   */
  Disposable refused() {
    if (!closed) {
      RxJavaPlugins.onError(new RejectedExecutionException(timer() + " takes no more"));
    }
    return Disposable.disposed();
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
    RxJavaPlugins.onError(cause);
    return false;
  }
}
