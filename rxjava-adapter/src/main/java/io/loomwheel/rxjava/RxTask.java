package io.loomwheel.rxjava;

import io.loomwheel.loom.task.Client;
import io.loomwheel.loom.task.Task;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.schedulers.SchedulerRunnableIntrospection;

/** A task of the scheduler itself. */
final class RxTask extends Task implements Disposable, SchedulerRunnableIntrospection {
  RxTask(Client scheduler, Runnable action) {
    super(scheduler, action);
  }

  /** What was submitted, as the hook left it; something that does nothing once that is dropped. */
  @Override
  public Runnable getWrappedRunnable() {
    Runnable wrapped = action();
    return wrapped == null ? () -> {} : wrapped;
  }
}
