package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.internal.Target;
import io.loomwheel.loom.internal.TargetWorker;
import io.loomwheel.loom.internal.Task;
import io.loomwheel.loom.internal.WorkerTaskOwner;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * Another scheduler of Reactor. If it is disposed of, due tasks are dropped. If it is full, they
 * wait: no task is lost, and all run on the target's threads.
 *
 * <p>A thread that the target starts inherits the context class loader of the thread that hands a
 * task over. That one takes the loader of whoever made this target meanwhile.
 */
final class ReactorTarget extends Target {
  private final Scheduler scheduler;
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  /** Makes a target with the given number of threads, as {@link Target} says. */
  ReactorTarget(ReactorLibrary library, WheelTimer timer, Scheduler scheduler, int threads) {
    super(library, timer, threads, true);
    this.scheduler = scheduler;
  }

  @Override
  protected boolean give(Runnable work) {
    Disposable place = scheduler.schedule(work);
    if (work instanceof ReactorTask task) {
      task.takes(place);
    }
    return true;
  }

  @Override
  protected boolean offer(Runnable due) {
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return super.offer(due);
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  @Override
  protected void ended(Task task) {
    super.ended(task);
    ((ReactorTask) task).givePlaceBack();
  }

  @Override
  public boolean isDisposed() {
    return scheduler.isDisposed();
  }

  @Override
  protected TargetWorker newWorker(WorkerTaskOwner by) {
    return new OfTarget(scheduler.createWorker());
  }

  /** Drains that are due together take one place in its queue, so that a burst doesn't fill it. */
  private record OfTarget(Scheduler.Worker worker) implements TargetWorker {
    @Override
    public boolean hand(WorkerTaskOwner drain) {
      int number = drain.handOver();
      Disposable place = worker.schedule(() -> drain.run(number));
      drain.handedOver(number, place::dispose);
      return true;
    }

    @Override
    public boolean isDisposed() {
      return worker.isDisposed();
    }

    @Override
    public void giveBack() {
      worker.dispose();
    }
  }
}
