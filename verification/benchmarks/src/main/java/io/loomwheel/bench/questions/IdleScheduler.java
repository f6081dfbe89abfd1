package io.loomwheel.bench.questions;

import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/** Takes every task and runs none: what an operator costs by itself. Stateless. */
final class IdleScheduler implements Scheduler {
  private static final Disposable DONE = Disposables.disposed();

  @Override
  public Disposable schedule(Runnable task) {
    return DONE;
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return DONE;
  }

  @Override
  public Worker createWorker() {
    return new Worker() {
      @Override
      public Disposable schedule(Runnable task) {
        return DONE;
      }

      @Override
      public void dispose() {}
    };
  }
}
