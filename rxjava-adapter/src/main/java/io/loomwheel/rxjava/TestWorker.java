package io.loomwheel.rxjava;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A Worker of the scheduler for tests. Thread-safe. Periodic tasks are RxJava's own, which count
 * their periods by {@link #now}.
 */
final class TestWorker extends Scheduler.Worker {
  private final WheelTestScheduler scheduler;
  private final boolean useOnScheduleHook;

  /** The waiting tasks, which are dropped with the Worker. */
  private final CompositeDisposable tasks = new CompositeDisposable();

  TestWorker(WheelTestScheduler scheduler, boolean useOnScheduleHook) {
    this.scheduler = scheduler;
    this.useOnScheduleHook = useOnScheduleHook;
  }

  @Override
  public Disposable schedule(Runnable run) {
    return submit(run, -1);
  }

  @Override
  public Disposable schedule(Runnable run, long delay, TimeUnit unit) {
    long nanos = Objects.requireNonNull(unit, "unit is null").toNanos(delay);
    return submit(run, nanos == 0 && scheduler.isAtZero() ? -1 : nanos);
  }

  /** Submits with a delay, which may be zero; a negative one means no delay at all. */
  private Disposable submit(Runnable run, long delayNanos) {
    Objects.requireNonNull(run, "run is null");
    if (isDisposed()) {
      return Disposable.disposed();
    }
    TestTask task = new TestTask(tasks, useOnScheduleHook ? RxJavaPlugins.onSchedule(run) : run);
    if (!tasks.add(task)) {
      return Disposable.disposed();
    }
    if (delayNanos < 0) {
      scheduler.submit(task);
    } else {
      task.waitOn(scheduler.timer(), delayNanos);
    }
    return task;
  }

  @Override
  public long now(TimeUnit unit) {
    return scheduler.now(unit);
  }

  @Override
  public void dispose() {
    tasks.dispose();
  }

  @Override
  public boolean isDisposed() {
    return tasks.isDisposed();
  }
}
