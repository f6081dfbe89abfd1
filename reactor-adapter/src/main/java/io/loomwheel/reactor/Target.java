package io.loomwheel.reactor;

import io.loomwheel.loom.task.Task;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** Another scheduler, or one of its Workers, that runs what has waited on the wheel. */
final class Target implements Executor {
  private final Consumer<Runnable> taker;
  private final Scheduler scheduler;
  private final Disposable life;
  private final boolean isSerial;

  private Target(Consumer<Runnable> taker, Scheduler scheduler, Disposable life, boolean isSerial) {
    this.taker = taker;
    this.scheduler = scheduler;
    this.life = life;
    this.isSerial = isSerial;
  }

  static Target of(Scheduler scheduler) {
    return new Target(scheduler::schedule, scheduler, scheduler, false);
  }

  static Target ofWorker(Scheduler scheduler) {
    Scheduler.Worker worker = scheduler.createWorker();
    return new Target(worker::schedule, scheduler, worker, true);
  }

  /** Hands a task over for a caller who is to learn if it is refused. */
  void submit(Runnable task) {
    taker.accept(task);
  }

  /**
   * Hands a fired task over. If the target is gone, the task is dropped; if it is only full, the
   * timer's handler of rejections gets the task, unless that would cost a Worker its order.
   */
  @Override
  public void execute(Runnable task) {
    try {
      taker.accept(task);
    } catch (RejectedExecutionException refused) {
      boolean gone = isDisposed();
      if (!gone && !isSerial) {
        throw refused;
      }
      ((Task) task).dispose();
      if (!gone) {
        Errors.handle(refused);
      }
    }
  }

  boolean isDisposed() {
    return life.isDisposed() || scheduler.isDisposed();
  }

  void dispose() {
    life.dispose();
  }
}
