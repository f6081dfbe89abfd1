package io.loomwheel.rxjava;

import io.loomwheel.Timeout;
import io.loomwheel.WheelTimer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.disposables.DisposableContainer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A task of the scheduler for tests. Holds its action until it runs or is disposed of. */
final class TestTask implements Runnable, Disposable {
  private final DisposableContainer worker;

  /** Null after the task began or was disposed of; the thread that swaps it out acts. */
  private final AtomicReference<@Nullable Runnable> action;

  /** The task's place on the wheel. Written by the submitter, before the submission returns. */
  private volatile @Nullable Timeout timeout;

  TestTask(DisposableContainer worker, Runnable action) {
    this.worker = worker;
    this.action = new AtomicReference<>(action);
  }

  void waitOn(WheelTimer timer, long delayNanos) {
    Timeout armed = timer.newTimeout(fired -> run(), delayNanos, TimeUnit.NANOSECONDS);
    timeout = armed;
    if (isDisposed()) {
      armed.cancel();
    }
  }

  @Override
  public void run() {
    Runnable todo = action.getAndSet(null);
    if (todo != null) {
      worker.delete(this);
      todo.run();
    }
  }

  @Override
  public void dispose() {
    if (action.getAndSet(null) != null) {
      worker.delete(this);
      Timeout armed = timeout;
      if (armed != null) {
        armed.cancel();
      }
    }
  }

  @Override
  public boolean isDisposed() {
    return action.get() == null;
  }
}
