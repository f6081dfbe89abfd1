package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.Ecosystem;
import io.loomwheel.contract.Handle;
import io.loomwheel.contract.Subject;
import io.loomwheel.contract.Taker;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Reactor's words for what the shared contract asks of a scheduler. */
class ReactorEcosystem implements Ecosystem {
  @Override
  public Subject own() {
    return new OfScheduler(WheelScheduler.create());
  }

  @Override
  public Subject ownWithoutInterrupts() {
    return new OfScheduler(WheelScheduler.builder().interruptOnDispose(false).build());
  }

  @Override
  public Subject on(WheelTimer timer) {
    return new OfScheduler(WheelScheduler.on(timer));
  }

  @Override
  public Subject on(WheelTimer timer, Executor executor) {
    return new OfScheduler(WheelScheduler.builder().timer(timer).taskExecutor(executor).build());
  }

  @Override
  public List<Throwable> collectErrors() {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    Schedulers.onHandleError((thread, e) -> errors.add(e));
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {});
    return errors;
  }

  @Override
  public void reset() {
    Schedulers.resetOnScheduleHooks();
    Schedulers.resetOnHandleError();
    Thread.currentThread().setUncaughtExceptionHandler(null);
  }

  private static Handle handle(Supplier<Disposable> submission) {
    try {
      return new OfDisposable(submission.get());
    } catch (RejectedExecutionException refused) {
      return null;
    }
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

  record OfScheduler(Scheduler scheduler) implements Subject {
    @Override
    public Handle schedule(Runnable task) {
      return handle(() -> scheduler.schedule(task));
    }

    @Override
    public Handle schedule(Runnable task, long delay, TimeUnit unit) {
      return handle(() -> scheduler.schedule(task, delay, unit));
    }

    @Override
    public Handle schedulePeriodically(
        Runnable task, long initialDelay, long period, TimeUnit unit) {
      return handle(() -> scheduler.schedulePeriodically(task, initialDelay, period, unit));
    }

    @Override
    public void dispose() {
      scheduler.dispose();
    }

    @Override
    public boolean isDisposed() {
      return scheduler.isDisposed();
    }

    @Override
    public Taker createWorker() {
      return new OfWorker(scheduler.createWorker());
    }
  }

  private record OfWorker(Scheduler.Worker worker) implements Taker {
    @Override
    public Handle schedule(Runnable task) {
      return handle(() -> worker.schedule(task));
    }

    @Override
    public Handle schedule(Runnable task, long delay, TimeUnit unit) {
      return handle(() -> worker.schedule(task, delay, unit));
    }

    @Override
    public Handle schedulePeriodically(
        Runnable task, long initialDelay, long period, TimeUnit unit) {
      return handle(() -> worker.schedulePeriodically(task, initialDelay, period, unit));
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
