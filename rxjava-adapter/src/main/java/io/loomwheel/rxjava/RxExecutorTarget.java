package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.schedulers.internal.Target;
import io.loomwheel.schedulers.internal.TaskOwner;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** The user's executor, which we must not shut down. It refuses by any exception. */
final class RxExecutorTarget extends Target {
  private final Executor executor;

  RxExecutorTarget(WheelTimer timer, Executor executor) {
    super(RxLibrary.INSTANCE, timer, false);
    this.executor = executor;
  }

  @Override
  public void execute(Runnable due) {
    hand((TaskOwner.DueWork) due); // on the driver too
  }

  @Override
  protected boolean give(Runnable work) {
    try {
      executor.execute(work);
    } catch (RejectedExecutionException refused) {
      throw refused;
    } catch (Throwable failure) {
      throw new RejectedExecutionException("the executor failed: " + failure, failure);
    }
    return true;
  }

  @Override
  protected boolean offer(Runnable due) {
    return submit(due);
  }
}
