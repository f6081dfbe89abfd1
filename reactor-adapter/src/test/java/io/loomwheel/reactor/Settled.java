package io.loomwheel.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * Has whoever hands a task over wait until all that was handed over is done, on whichever threads.
 * So a test that moves its clock sees at once what came of it. What a task hands over itself is not
 * waited for by that task.
 */
final class Settled {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition done = lock.newCondition();
  private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

  /** Handed over and not done. Under the lock. */
  private int open;

  Executor around(Executor real) {
    return task -> hand(task, real::execute);
  }

  Scheduler around(Scheduler real) {
    return new OfScheduler(real);
  }

  private void hand(Runnable task, java.util.function.Consumer<Runnable> to) {
    count(1);
    boolean taken = false;
    try {
      to.accept(
          () -> {
            boolean outer = inside.get();
            inside.set(true);
            try {
              task.run();
            } finally {
              inside.set(outer);
              count(-1);
            }
          });
      taken = true;
    } finally {
      if (!taken) {
        count(-1);
      }
    }
    if (!inside.get()) {
      awaitAll();
    }
  }

  private void count(int by) {
    lock.lock();
    try {
      open += by;
      done.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitAll() {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(30);
      while (open > 0 && left > 0) {
        left = done.awaitNanos(left);
      }
      assertThat(open).as("tasks that are not done").isZero();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      lock.unlock();
    }
  }

  private final class OfScheduler implements Scheduler {
    private final Scheduler real;

    OfScheduler(Scheduler real) {
      this.real = real;
    }

    @Override
    public Disposable schedule(Runnable task) {
      Disposable.Swap handle = reactor.core.Disposables.swap();
      hand(task, wrapped -> handle.update(real.schedule(wrapped)));
      return handle;
    }

    @Override
    public Worker createWorker() {
      return new OfWorker(real.createWorker());
    }

    @Override
    public void dispose() {
      real.dispose();
    }

    @Override
    public boolean isDisposed() {
      return real.isDisposed();
    }
  }

  private final class OfWorker implements Scheduler.Worker {
    private final Scheduler.Worker real;

    OfWorker(Scheduler.Worker real) {
      this.real = real;
    }

    @Override
    public Disposable schedule(Runnable task) {
      Disposable.Swap handle = reactor.core.Disposables.swap();
      hand(task, wrapped -> handle.update(real.schedule(wrapped)));
      return handle;
    }

    @Override
    public void dispose() {
      real.dispose();
    }

    @Override
    public boolean isDisposed() {
      return real.isDisposed();
    }
  }
}
