package io.loomwheel.reactor;

import io.loomwheel.WheelTimer;
import io.loomwheel.loom.task.Periodic;
import io.loomwheel.loom.task.WorkerClient;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A view of a scheduler whose delayed and periodic tasks wait on a wheel until they are due. All of
 * them run where the target runs its own; what has no delay never meets the wheel.
 *
 * <p>Thread-safe. The driver hands what is due to the target as a task without delay, which is when
 * the hook of {@code Schedulers.onSchedule} sees it a second time; the first was on the thread that
 * submitted it. Owns the target: disposing of the view disposes of it, and drops what still waits.
 */
final class TimedScheduler implements Scheduler, Scannable {
  private final Scheduler target;
  private final TimedClient client;

  TimedScheduler(WheelTimer timer, Scheduler target) {
    this.target = target;
    this.client = new TimedClient(timer, target::schedule);
  }

  @Override
  public Disposable schedule(Runnable task) {
    return target.schedule(task);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return delay <= 0
        ? target.schedule(task)
        : submit(Schedulers.onSchedule(Objects.requireNonNull(task, "task")), unit.toNanos(delay));
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    Periodic periodic =
        new Periodic(
            Schedulers.onSchedule(Objects.requireNonNull(task, "task")), unit.toNanos(period));
    return submit(periodic, unit.toNanos(initialDelay));
  }

  private Disposable submit(Runnable action, long delayNanos) {
    ReactorTask task = new ReactorTask(client, action);
    if (isDisposed() || !client.arm(task, delayNanos)) {
      throw Exceptions.failWithRejected();
    }
    return task;
  }

  @Override
  public Worker createWorker() {
    Worker worker = target.createWorker();
    return new TimedWorker(new WorkerClient(client, client.strand(worker::schedule)), worker);
  }

  @Override
  public long now(TimeUnit unit) {
    return target.now(unit);
  }

  @Override
  public void init() {
    target.init();
  }

  @Override
  public void dispose() {
    client.close();
    target.dispose();
  }

  /** Drops what still waits, and lets the target finish what it has been given. */
  @Override
  public Mono<Void> disposeGracefully() {
    return Mono.defer(
        () -> {
          client.close();
          return target.disposeGracefully();
        });
  }

  @Override
  public boolean isDisposed() {
    return client.isClosed() || target.isDisposed();
  }

  @Override
  @SuppressWarnings("rawtypes") // Scannable has it so
  public @Nullable Object scanUnsafe(Attr key) {
    return Scannable.from(target).scanUnsafe(key);
  }

  @Override
  public String toString() {
    return target + " on " + client.timer();
  }
}
