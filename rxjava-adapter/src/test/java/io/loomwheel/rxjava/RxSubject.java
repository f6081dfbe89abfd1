package io.loomwheel.rxjava;

import io.loomwheel.contract.Handle;
import io.loomwheel.contract.Subject;
import io.loomwheel.contract.Taker;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler under test.
 *
 * @param taken called after each submission
 * @param end called once it is shut down
 */
record RxSubject(Scheduler scheduler, Runnable taken, Runnable end) implements Subject {
  private static final ThreadLocal<Boolean> IN_TASK = ThreadLocal.withInitial(() -> false);

  /** {@return whether the calling thread runs a task that was submitted here} */
  static boolean isInTask() {
    return IN_TASK.get();
  }

  private static Runnable marked(Runnable task) {
    return () -> {
      boolean nested = IN_TASK.get();
      IN_TASK.set(true);
      try {
        task.run();
      } finally {
        IN_TASK.set(nested);
      }
    };
  }

  /** With a delay nothing is on its way that would have to be waited for. */
  private static @Nullable Handle handle(Disposable returned, Runnable taken, long delay) {
    if (delay <= 0) {
      taken.run();
    }
    return returned == Disposable.disposed() ? null : new OfDisposable(returned);
  }

  @Override
  public @Nullable Handle schedule(Runnable task) {
    return handle(scheduler.scheduleDirect(marked(task)), taken, 0);
  }

  @Override
  public @Nullable Handle schedule(Runnable task, long delay, TimeUnit unit) {
    return handle(scheduler.scheduleDirect(marked(task), delay, unit), taken, delay);
  }

  @Override
  public @Nullable Handle schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return handle(
        scheduler.schedulePeriodicallyDirect(marked(task), initialDelay, period, unit),
        taken,
        initialDelay);
  }

  @Override
  public void dispose() {
    scheduler.shutdown();
    end.run();
  }

  @Override
  public boolean isDisposed() {
    Scheduler.Worker probe = scheduler.createWorker();
    boolean disposed = probe.isDisposed();
    probe.dispose();
    return disposed;
  }

  @Override
  public Taker createWorker() {
    return new OfWorker(scheduler.createWorker(), taken);
  }

  private record OfDisposable(Disposable disposable) implements Handle {
    @Override
    public void dispose() {
      disposable.dispose();
    }

    @Override
    public boolean isDisposed() {
      return disposable.isDisposed();
    }
  }

  private record OfWorker(Scheduler.Worker worker, Runnable taken) implements Taker {
    @Override
    public @Nullable Handle schedule(Runnable task) {
      return handle(worker.schedule(marked(task)), taken, 0);
    }

    @Override
    public @Nullable Handle schedule(Runnable task, long delay, TimeUnit unit) {
      return handle(worker.schedule(marked(task), delay, unit), taken, delay);
    }

    @Override
    public @Nullable Handle schedulePeriodically(
        Runnable task, long initialDelay, long period, TimeUnit unit) {
      return handle(
          worker.schedulePeriodically(marked(task), initialDelay, period, unit),
          taken,
          initialDelay);
    }

    @Override
    public void dispose() {
      worker.dispose();
    }

    @Override
    public boolean isDisposed() {
      return worker.isDisposed();
    }
  }
}
