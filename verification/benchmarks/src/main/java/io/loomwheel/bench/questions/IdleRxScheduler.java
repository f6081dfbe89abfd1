package io.loomwheel.bench.questions;

import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.TimeUnit;

/** Takes every task and runs none: what an operator costs by itself. Stateless. */
final class IdleRxScheduler extends Scheduler {
  @Override
  public Worker createWorker() {
    return new Worker() {
      @Override
      public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return Disposable.disposed();
      }

      @Override
      public void dispose() {}

      @Override
      public boolean isDisposed() {
        return false;
      }
    };
  }
}
