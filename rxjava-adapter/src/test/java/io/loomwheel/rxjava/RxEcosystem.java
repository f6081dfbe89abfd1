package io.loomwheel.rxjava;

import io.loomwheel.WheelTimer;
import io.loomwheel.contract.Ecosystem;
import io.loomwheel.contract.Handle;
import io.loomwheel.contract.Subject;
import io.loomwheel.contract.Taker;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** RxJava's words for what the shared contract asks of a scheduler. */
final class RxEcosystem implements Ecosystem {
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
    RxJavaPlugins.setErrorHandler(errors::add);
    return errors;
  }

  @Override
  public void reset() {
    RxJavaPlugins.reset();
  }

  private static Handle handle(Disposable returned) {
    return returned == Disposable.disposed() ? null : new OfDisposable(returned);
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

  private record OfScheduler(WheelScheduler scheduler) implements Subject {
    @Override
    public Handle schedule(Runnable task) {
      return handle(scheduler.scheduleDirect(task));
    }

    @Override
    public Handle schedule(Runnable task, long delay, TimeUnit unit) {
      return handle(scheduler.scheduleDirect(task, delay, unit));
    }

    @Override
    public Handle schedulePeriodically(
        Runnable task, long initialDelay, long period, TimeUnit unit) {
      return handle(scheduler.schedulePeriodicallyDirect(task, initialDelay, period, unit));
    }

    @Override
    public void dispose() {
      scheduler.shutdown();
    }

    @Override
    public boolean isDisposed() {
      return scheduler.createWorker().isDisposed();
    }

    @Override
    public Taker createWorker() {
      return new OfWorker(scheduler.createWorker());
    }
  }

  private record OfWorker(Scheduler.Worker worker) implements Taker {
    @Override
    public Handle schedule(Runnable task) {
      return handle(worker.schedule(task));
    }

    @Override
    public Handle schedule(Runnable task, long delay, TimeUnit unit) {
      return handle(worker.schedule(task, delay, unit));
    }

    @Override
    public Handle schedulePeriodically(
        Runnable task, long initialDelay, long period, TimeUnit unit) {
      return handle(worker.schedulePeriodically(task, initialDelay, period, unit));
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
