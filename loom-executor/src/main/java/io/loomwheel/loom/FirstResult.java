package io.loomwheel.loom;

import io.loomwheel.internal.drive.Callbacks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The first result of several tasks. The executor gets the very futures that this waits for, so
 * that it makes no difference which thread completes them: one that runs or cancels what {@code
 * shutdownNow} has returned, for example. For one thread and one call.
 */
final class FirstResult<T> {
  private final Executor executor;
  private final List<Future<T>> submitted = new ArrayList<>();
  private final BlockingQueue<Future<T>> done = new LinkedBlockingQueue<>();

  /** What the latest task that gave no result has thrown. */
  private @Nullable Throwable failure;

  FirstResult(Executor executor) {
    this.executor = executor;
  }

  /**
   * Submits one task after the other until one has a result, and cancels the others.
   *
   * @param nanos the longest wait, after all are submitted
   */
  T of(Collection<? extends Callable<T>> tasks, long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("tasks must not be empty");
    }
    long start = System.nanoTime();
    try {
      int ended = 0;
      for (Callable<T> task : tasks) {
        submit(task);
        for (Future<T> next; (next = done.poll()) != null; ended++) {
          if (succeeded(next)) {
            return next.resultNow();
          }
        }
      }
      for (; ended < submitted.size(); ended++) {
        Future<T> next = done.poll(nanos - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
        if (next == null) {
          throw new TimeoutException("no result within " + nanos + " ns");
        }
        if (succeeded(next)) {
          return next.resultNow();
        }
      }
      throw new ExecutionException(failure);
    } finally {
      Callbacks.callEach(submitted, future -> future.cancel(true));
    }
  }

  private void submit(Callable<T> task) {
    FutureTask<T> future =
        new FutureTask<>(task) {
          @Override
          protected void done() {
            FirstResult.this.done.add(this);
          }
        };
    submitted.add(future);
    executor.execute(future);
  }

  private boolean succeeded(Future<T> future) {
    switch (future.state()) {
      case FAILED -> failure = future.exceptionNow();
      case CANCELLED -> failure = new CancellationException("a task was cancelled");
      default -> {
        return true;
      }
    }
    return false;
  }
}
